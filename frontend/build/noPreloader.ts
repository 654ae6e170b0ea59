import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

const QWIKS = /@builder\.io\/qwik\/(preloader$|dist\/preloader\.)/
const VITES = "\0vite/preload-helper.js"
const OURS = fileURLToPath(new URL("../src/client/load-in-order.ts", import.meta.url))

/** Qwik's preloader would fetch all chunks; pages link those they run (src/ssr/finish-page.ts). */
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
