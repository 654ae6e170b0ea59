import { Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"

/** Of what stays, so many are named. */
const named = 5

/** What of an undoing is done, and what stays and why. */
export interface Undoing {
  undone: number
  stay: number
  /** The first of what stays, in words. */
  readonly left: Array<string>
}

export const undoingBegins = (): Undoing => ({ undone: 0, stay: 0, left: [] })

/** Counts a page of it: so many things, of which these stay. */
export const countStaying = (undoing: Undoing, looked: number, reasons: ReadonlyArray<{ readonly key: string; readonly reason: string }>): void => {
  undoing.undone += looked - reasons.length
  undoing.stay += reasons.length
  undoing.left.push(...reasons.slice(0, Math.max(0, named - undoing.left.length)).map(({ key, reason }) => `${key} (${reason})`))
}

/** What stays is Conflict `stale_plan`, with the first names and why. */
export const tellStaying = ({ left, stay, undone }: Undoing): Effect.Effect<void, Conflict> =>
  stay === 0 ? Effect.void : new Conflict({
    code: "stale_plan", detail: `${undone.toLocaleString("en")} undone; ${stay.toLocaleString("en")} stay: ${left.join(", ")}${stay > left.length ? " …" : ""}`
  })
