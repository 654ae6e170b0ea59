import { RateLimited } from "#domain/platform/errors/Errors.ts"
import { limitHit } from "#services/platform/limits/limitHit.ts"
import { type Limit, RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Clock, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { countAttempt } from "./countAttempt.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const limitReader = makeRowReader("rate_limits", Schema.Struct({ count: Schema.Int, window_ends_at: Schema.Date }))

const DELETE_BATCH_SIZE = 5_000

export const layer = Layer.effect(
  RateLimits,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const count = ({ key, window }: Limit, now: number) =>
      limitReader.one(
        sql`${countAttempt(sql, sql`values (${key}, 1, ${new Date(now + Duration.toMillis(window))})`, new Date(now))}`
      )

    const take = Effect.fn("RateLimits.take")(function* (limit: Limit) {
      const now = yield* Clock.currentTimeMillis
      const row = yield* Effect.orDie(count(limit, now))
      if (row.count > limit.count) {
        yield* limitHit(limit.key)
        const seconds = Math.ceil((row.window_ends_at.getTime() - now) / 1000)
        return yield* new RateLimited({ retry_after_seconds: Math.max(1, seconds) })
      }
    })

    const giveBack = Effect.fn("RateLimits.giveBack")(
      ({ key }: Limit) => sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`,
      Effect.asVoid,
      Effect.orDie
    )

    const clear = Effect.fn("RateLimits.clear")(
      (now: DateTime.Utc) =>
        sql`
        delete from rate_limits where key in (
          select key from rate_limits where window_ends_at <= ${DateTime.toDateUtc(now)} limit ${DELETE_BATCH_SIZE}
        ) returning 1`.pipe(Effect.map((rows) => rows.length)),
      Effect.orDie
    )

    return RateLimits.of({ take, giveBack, clear })
  })
)
