import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { Readiness } from "#services/platform/health/Readiness.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { requireUsableSchema } from "../../postgres/Migrations.ts"

export const ReadinessSql = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shutdown = yield* Shutdown
    const checked = requireUsableSchema().pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.mapError((mismatch) => new Unavailable({ detail: mismatch.message })),
      Effect.catchDefect(() => Effect.fail(new Unavailable({ detail: "The database does not answer" }))),
      Effect.timeoutOrElse({
        duration: "2 seconds",
        orElse: () => Effect.fail(new Unavailable({ detail: "The database does not answer" }))
      })
    )
    const check = Effect.suspend(() =>
      shutdown.isAnnounced() ? Effect.fail(new Unavailable({ detail: "This process is about to stop" })) : checked
    )
    return Readiness.of({ check })
  })
)
