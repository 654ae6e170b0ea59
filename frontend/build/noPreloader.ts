import type { Plugin } from "vite"

const NAME = /@builder\.io\/qwik\/(preloader$|dist\/preloader\.)/

/**
 * Leaves Qwik's preloader out of what browsers are sent. It fetches the graph of all chunks on every page and warms what it
 * guesses from it; ours are few, and pages name those that they run (src/ssr/finish-page.ts).
 */
export const noPreloader = (): Plugin => ({
  name: "no-preloader",
  enforce: "pre",
  apply: "build",
  load(id) {
    return this.environment.name === "client" && NAME.test(id) ? "export const p = () => {}, h = p, l = p, g = p" : null
  }
})
