import type { Plugin } from "vite"
import { shortSymbols } from "../src/ssr/short-symbol"

const NAME = /\bs_[A-Za-z0-9]{11}\b/g

/**
 * Gives the pieces that Qwik cuts out short names in the scripts that browsers are sent, before these are named by what they hold.
 * The server calls them so too (`entry.ssr.tsx`).
 */
export const shortNames = (): Plugin => {
  /** By the short name, the one that it is of. */
  const taken = new Map<string, string>()
  return {
    name: "short-names",
    apply: "build",
    enforce: "post",
    renderChunk(code) {
      if (this.environment.name !== "client") return null
      for (const [name] of code.matchAll(NAME)) {
        const short = shortSymbols(name)
        const other = taken.get(short)
        if (other !== undefined && other !== name) this.error(`${name} and ${other} would both be called ${short}: keep more of them in src/ssr/short-symbol.ts`)
        taken.set(short, name)
      }
      return { code: shortSymbols(code), map: null }
    }
  }
}
