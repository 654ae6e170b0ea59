import type { Plugin } from "vite"
import { shortSymbols } from "../src/ssr/short-symbol"

const NAME = /\bs_[A-Za-z0-9]{11}\b/g

/** Runs before file names are hashed. The server uses the same names (`entry.ssr.tsx`). */
export const shortNames = (): Plugin => {
  const originalNames = new Map<string, string>()
  return {
    name: "short-names",
    apply: "build",
    enforce: "post",
    renderChunk(code) {
      if (this.environment.name !== "client") return null
      for (const [name] of code.matchAll(NAME)) {
        const short = shortSymbols(name)
        const other = originalNames.get(short)
        if (other !== undefined && other !== name)
          this.error(`${name} and ${other} would both be called ${short}: keep more of them in src/ssr/short-symbol.ts`)
        originalNames.set(short, name)
      }
      return { code: shortSymbols(code), map: null }
    }
  }
}
