import { Effect } from "effect"
import type { SweepPage } from "./sweep.ts"

export const readSelection = <Thing, E>(
  portions: ReadonlyArray<(after: string | null) => Effect.Effect<SweepPage<Thing>, E>>
) => {
  const from = (index: number, after: string | null): Effect.Effect<SweepPage<Thing>, E> => {
    const read = portions[index]
    if (read === undefined) return Effect.succeed({ entries: [], more: false })
    const next = JSON.stringify([index + 1, null])
    return Effect.flatMap(read(after), ({ more, entries: things }) => {
      if (things.length === 0) return from(index + 1, null)
      const last = things.length - 1
      return Effect.succeed({
        entries: things.map(({ at, entry: thing }, nth) => ({
          entry: thing,
          at: nth === last && !more ? next : JSON.stringify([index, at])
        })),
        more: more || index + 1 < portions.length
      })
    })
  }
  return (after: string | null): Effect.Effect<SweepPage<Thing>, E> => {
    const [index, at] = after === null ? ([0, null] as const) : (JSON.parse(after) as readonly [number, string | null])
    return from(index, at)
  }
}
