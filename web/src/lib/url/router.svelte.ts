/** The page that is shown, as an address in the browser's history. */
import { addressOf, placeOf } from "./address";
import { match, staysInside, type Route } from "./routes";

const there = () => placeOf(location) ?? "/";
let at = $state.raw(there());
const here = $derived(match(at));

/**
 * The router. Markup and effects that read `now` or `path` are updated when the user goes to
 * another page.
 */
export const router = {
  get now(): Route {
    return here;
  },
  /** The place of the page that is shown, with its query. */
  get path(): string {
    return at;
  },
  /** Goes to the page with this address and adds it to the history. */
  go(to: string): void {
    if (to === addressOf(at)) return;
    history.pushState(null, "", to);
    at = there();
    window.scrollTo(0, 0);
  },
  /** Replaces the current address without adding to the history, while the page stays the same. */
  replace(to: string): void {
    if (to === addressOf(at)) return;
    history.replaceState(null, "", to);
    at = there();
  },
  /**
   * Follows the browser's back and forward buttons, and plain clicks on links. Returns a function
   * that ends this.
   */
  listen(): () => void {
    const pop = () => {
      at = there();
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!(link instanceof HTMLAnchorElement) || !staysInside(event, link, location.origin))
        return;
      // The browser itself handles links to a fragment of the same page.
      if (link.hash && placeOf(link) === there()) return;
      event.preventDefault();
      router.go(link.pathname + link.search);
    };
    window.addEventListener("popstate", pop);
    document.addEventListener("click", click);
    return () => {
      window.removeEventListener("popstate", pop);
      document.removeEventListener("click", click);
    };
  },
};
