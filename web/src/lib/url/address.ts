/**
 * Addresses of pages and files. `zashiki serve` answers any path with the document, so there the
 * place of a page is the path of its address. A static site is a folder on some host, with one
 * document: there the place is in the query, as in `https://host/folder/?/rules/kokyu`.
 */

/** The conversion between places, such as `/t/a1?eyes=all`, and addresses. */
export interface AddressForm {
  /** The address of a place, without the host. */
  address: (place: string) => string;
  /** The place of an address on this host; null if the address is outside. */
  place: (at: Pick<URL, "pathname" | "search">) => string | null;
}

/** Places in the path. */
export const inPath: AddressForm = {
  address: (place) => place,
  place: ({ pathname, search }) => pathname + search,
};

/** Places in the query of the document of a folder, whose path ends with a slash. */
export function inQuery(folder: string): AddressForm {
  return {
    address: (place) => (place === "/" ? folder : `${folder}?${place.replace("?", "&")}`),
    place({ pathname, search }) {
      if (pathname !== folder && pathname !== `${folder}index.html`) return null;
      let given = search.slice(1);
      // Some programs encode the slashes of a link that they pass on.
      if (/^%2f/i.test(given)) given = given.replaceAll(/%2f/gi, "/");
      // Some add parameters of their own.
      if (!given.startsWith("/")) return "/";
      const [path = "", ...query] = given.split("&");
      return query.length > 0 ? `${path}?${query.join("&")}` : path;
    },
  };
}

/** True in the build for static sites. */
export const STATIC_SITE = import.meta.env.VITE_SITE === "1";

/** The folder with the files of the page, as a whole address; tests may have no document. */
const root = new URL(import.meta.env.BASE_URL, globalThis.document?.baseURI ?? "http://localhost/");

const form = STATIC_SITE ? inQuery(root.pathname) : inPath;

/** The address of a place, without the host. */
export const addressOf = (place: string): string => form.address(place);

/** The place of an address on this host; null if the address is outside the page's folder. */
export const placeOf = (at: Pick<URL, "pathname" | "search">): string | null => form.place(at);

/** The whole address of a file of the page, given by its path below the page's folder. */
export const fileAddress = (name: string): string => new URL(name, root).href;

/** The address of the catalogue of a static site, whose name contains a hash of its content. */
export const CATALOGUE = fileAddress(import.meta.env.VITE_CATALOGUE ?? "catalogue.json");
