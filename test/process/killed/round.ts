import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { Followed, type KilledWork } from "./KilledWork.ts"

export const round = (name: string, rows: ReadonlyArray<KilledWork>) =>
  layer(Followed.layer(rows), { excludeTestServices: true, timeout: "8 minutes" })(name, (it) => {
    it.effect.each(rows.map((row) => [row.kind, row.heldAt, row.truth, row] as const))(
      "%s, held %s: %s",
      ([, , , row]) =>
        Effect.gen(function* () {
          yield* (yield* Followed).get(row) ?? Effect.die(new Error("the row was not begun"))
        }),
      240_000
    )
  })
