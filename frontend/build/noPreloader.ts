import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

const QWIKS = /@builder\.io\/qwik\/(preloader$|dist\/preloader\.)/
const VITES = "\0vite/preload-helper.js"
const OURS = fileURLToPath(new URL("../src/client/load-in-order.ts", import.meta.url))

/**
 * Leaves preloaders out of what browsers are sent. Qwik's fetches the graph of all chunks on every page and warms what it guesses
 * from it; ours are few, and pages name those that they run (src/ssr/finish-page.ts). Vite's would fetch the style sheets of
 * chunks; ours is one, and is there. What is fetched comes in the order in which it was asked for.
 */
export const noPreloader = (): Plugin => ({
  name: "no-preloader",
  enforce: "pre",
  apply: "build",
  load(id) {
    if (this.environment.name !== "client") return null
    if (id === VITES) return `export { loadInOrder as __vitePreload } from ${JSON.stringify(OURS)}`
    return QWIKS.test(id) ? "export const p = () => {}, h = p, l = p, g = p" : null
  }
})
