import type { Plugin, Rollup } from "vite"

/** What sign-in runs too: left apart, so that the login page does not carry the rest of the kit. */
const SIGN_IN = /src\/(components\/(gate\/|shell\/theme-toggle|ui\/(field|form|icon|logo))|client\/(call|csrf|problem-error|refresh|request|session|step-up)|lib\/(form-errors|safe-next|signed-in-hint))/

/** What every page behind sign-in runs before the first interaction: one file each instead of dozens of tiny ones. */
const GROUPS: ReadonlyArray<readonly [string, RegExp]> = [
  ["table", /src\/components\/resource-table\//],
  ["shell", /src\/(components\/shell|routes\/\(console\)\/layout|lib\/(execution-contexts|session-context|toasts|transfers|workspaces|frame-of|use-me|commands))/],
  ["kit", /src\/(components\/ui|client|lib)\//]
]

/**
 * Puts the segments that Qwik cuts out of the kit into few chunks. Each alone is some hundred bytes, which neither
 * compresses nor travels well; what belongs to one page or dialog stays apart, and lazy.
 */
export const gatherSegments = (): Plugin => ({
  name: "gather-segments",
  apply: "build",
  enforce: "post",
  outputOptions(options) {
    const others = options.manualChunks
    const manualChunks: Rollup.GetManualChunk = (id, meta) => {
      const group = SIGN_IN.test(id) ? undefined : GROUPS.find(([, files]) => files.test(id))
      if (group) return group[0]
      return typeof others === "function" ? others(id, meta) : null
    }
    return this.environment.name === "client" ? { ...options, manualChunks } : options
  }
})
