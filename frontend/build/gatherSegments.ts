import type { Plugin, Rollup } from "vite"

/** What belongs together: one file each instead of dozens of tiny ones. The first that fits. */
const GROUPS: ReadonlyArray<readonly [string, RegExp]> = [
  // fetched when the palette is opened for the first time
  ["palette", /src\/components\/palette\/(?!palette-body\.tsx$)/],
  // what sign-in runs too: the login page does not carry the rest of the kit
  ["base", /src\/(components\/(shell\/theme-toggle|ui\/(field|form|icon|logo|password-input))|client\/(backoff|call|context-gone|csrf|leave|link\/|person|problem-error|refresh|request|revive|server-clock|session|step-up|tabs)|lib\/(form-errors|safe-next|signed-in-hint))|services\/domain\//],
  // what pages behind sign-in run before the first interaction
  // what is only seen after a click (choosing filters, views, columns, widths) stays lazy
  ["table", /src\/components\/(resource-table\/(?!column-choices|resize-columns)|listing\/|filters\/((filter|filter-bar|filter-words|saved-views|open-default-view|let-through)\.|(filter-editor|filter-sheet|views-menu)\.tsx$))/],
  // pages that edit one row: no listing carries them
  ["editor", /src\/components\/(action\/(edit-page|use-guard|differences)|ui\/danger-zone)/],
  ["action", /src\/components\/action\//],
  ["shell", /src\/(components\/(shell|palette\/palette-body\.tsx$|operations\/dock\.tsx$)|routes\/\(console\)\/layout|lib\/(execution-contexts|session-context|operations|toasts|workspaces|frame-of|use-me|crumbs))/],
  // what runs once something takes longer than a moment
  ["dock", /src\/(components\/operations\/(?!dock\.tsx$)|features\/(transfers\/(send|upload)|explorer\/(take-files|delete-objects|existing-keys|upload-choices)|buckets\/delete-buckets))/],
  ["kit", /src\/(components\/ui|client|lib)\//],
  ["chart", /src\/components\/chart\//],
  ["buckets", /src\/features\/buckets\//]
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
      const group = GROUPS.find(([, files]) => files.test(id))
      if (group) return group[0]
      return typeof others === "function" ? others(id, meta) : null
    }
    return this.environment.name === "client" ? { ...options, manualChunks } : options
  }
})
