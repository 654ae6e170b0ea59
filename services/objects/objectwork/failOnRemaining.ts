import { Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"

const MAX_NAMED = 5

export interface UndoCounts {
  undone: number
  stay: number
  readonly left: Array<string>
}

export const newUndoCounts = (): UndoCounts => ({ undone: 0, stay: 0, left: [] })

export const countStaying = (
  undoing: UndoCounts,
  looked: number,
  reasons: ReadonlyArray<{ readonly key: string; readonly reason: string }>
): void => {
  undoing.undone += looked - reasons.length
  undoing.stay += reasons.length
  undoing.left.push(
    ...reasons.slice(0, Math.max(0, MAX_NAMED - undoing.left.length)).map(({ key, reason }) => `${key} (${reason})`)
  )
}

export const failOnRemaining = ({ left, stay, undone }: UndoCounts): Effect.Effect<void, Conflict> =>
  stay === 0
    ? Effect.void
    : new Conflict({
        code: "stale_plan",
        detail:
          `${undone.toLocaleString("en")} undone; ${stay.toLocaleString("en")} stay: ` +
          `${left.join(", ")}${stay > left.length ? " …" : ""}`
      })
