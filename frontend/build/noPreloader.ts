import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

const QWIKS = /@builder\.io\/qwik\/(preloader$|dist\/preloader\.)/
const VITES = "\0vite/preload-helper.js"
const OURS = fileURLToPath(new URL("../src/client/load-in-order.ts", import.meta.url))

/**
 * Removes preloaders. Qwik's would fetch the graph of all chunks on every page; ours are few, and pages link those they
 * run (src/ssr/finish-page.ts). Vite's would fetch style sheets of chunks, but there is one; it is replaced by a loader
 * that keeps the order of requests.
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
