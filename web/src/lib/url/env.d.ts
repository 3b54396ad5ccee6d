/** The variables that a build sets; `cargo xtask site` sets both. */
interface ImportMetaEnv {
  /** `1` in the build for static sites. */
  readonly VITE_SITE?: string;
  /** The path of a static site's catalogue below the page's folder. */
  readonly VITE_CATALOGUE?: string;
}
