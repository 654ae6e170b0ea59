import { Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"

const MAX_NAMED = 5

export interface UndoCounts {
  undone: number
  remaining: number
  readonly remainingKeys: Array<string>
}

export const newUndoCounts = (): UndoCounts => ({ undone: 0, remaining: 0, remainingKeys: [] })

export const countStaying = (
  undoing: UndoCounts,
  checked: number,
  reasons: ReadonlyArray<{ readonly key: string; readonly reason: string }>
): void => {
  undoing.undone += checked - reasons.length
  undoing.remaining += reasons.length
  undoing.remainingKeys.push(
    ...reasons
      .slice(0, Math.max(0, MAX_NAMED - undoing.remainingKeys.length))
      .map(({ key, reason }) => `${key} (${reason})`)
  )
}

export const failOnRemaining = ({
  remainingKeys,
  remaining: stay,
  undone
}: UndoCounts): Effect.Effect<void, Conflict> =>
  stay === 0
    ? Effect.void
    : new Conflict({
        code: "stale_plan",
        detail:
          `${undone.toLocaleString("en")} undone; ${stay.toLocaleString("en")} stay: ` +
          `${remainingKeys.join(", ")}${stay > remainingKeys.length ? " …" : ""}`
      })
