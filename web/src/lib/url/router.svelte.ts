/** Where the person is in the page, kept in the browser's history. */
import { match, staysInside, type Route } from "./routes";

const there = () => location.pathname + location.search;
let at = $state.raw(there());
const here = $derived(match(at));

/** The router; reading `now` in markup or an effect follows every move. */
export const router = {
  get now(): Route {
    return here;
  },
  /** The path of `now`, with its query. */
  get path(): string {
    return at;
  },
  /** Goes to a path, adding to the history. */
  go(to: string): void {
    if (to === at) return;
    history.pushState(null, "", to);
    at = there();
    window.scrollTo(0, 0);
  },
  /** Is at another path of the same place, in the stead of this one. */
  replace(to: string): void {
    if (to === at) return;
    history.replaceState(null, "", to);
    at = there();
  },
  /** Follows the browser's buttons and plain clicks on links; the answer ends that. */
  listen(): () => void {
    const pop = () => {
      at = there();
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!(link instanceof HTMLAnchorElement) || !staysInside(event, link, location.origin))
        return;
      // A fragment on this very page is the browser's business.
      if (link.hash && link.pathname === location.pathname) return;
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
