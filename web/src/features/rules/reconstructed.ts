/** Counts the reconstructed entries in the components file of any game. */

/**
 * The number of entries (such as cards, tiles or counts) in a components file that name their
 * source, and the number of these that are reconstructed by this project.
 */
export interface Sources {
  all: number;
  reconstructed: number;
}

/** Counts the entries (objects with a `source`) anywhere in the components. */
export function sources(components: unknown): Sources {
  const found: Sources = { all: 0, reconstructed: 0 };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === "object" && value !== null) {
      const entry = value as Record<string, unknown>;
      if (typeof entry.source === "string") {
        found.all++;
        if (entry.source === "reconstructed") found.reconstructed++;
      }
      Object.values(entry).forEach(visit);
    }
  };
  visit(components);
  return found;
}
