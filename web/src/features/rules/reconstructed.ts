/** Search for reconstructed entries in a game's components of any form. */

/** The number of entries with a source, and the number of reconstructed ones. */
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
