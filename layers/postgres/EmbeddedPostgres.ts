import { Context, Effect, Layer, Schedule } from "effect"
import { type EmbeddedPostgresError, explain, causeText } from "./EmbeddedPostgresError.ts"
import * as Owner from "./EmbeddedPostgresOwner.ts"
import { removeSocketDirectory, makePlace, type PostgresPaths } from "./EmbeddedPostgresPlace.ts"
import { programs } from "./EmbeddedPostgresPrograms.ts"
import * as Server from "./EmbeddedPostgresServer.ts"

export { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
export const user = Server.user

export interface EmbeddedPostgresSettings {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Server on a Unix socket, without TCP. Adopts the server of a killed parent and restarts a dead one. */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  {
    readonly socketDir: string
    readonly origin: "started" | "adopted" | "guest"
  }
>()("stowage/layers/postgres/EmbeddedPostgres") {}

interface Held {
  readonly server: Server.Server
  readonly origin: EmbeddedPostgres["Service"]["origin"]
}

const obtain = Effect.fn("EmbeddedPostgres.obtain")(function* (
  place: PostgresPaths,
  bin: string,
  settings: Readonly<Record<string, string>>
) {
  const tried = <A>(thunk: () => A) =>
    Effect.try({ try: thunk, catch: (cause) => explain(causeText(cause), place.cluster) })
  const attempt: Effect.Effect<Held | undefined, EmbeddedPostgresError> = Effect.gen(function* () {
    const orphanedServer = yield* tried(() => Server.orphanedServer(place))
    if (orphanedServer !== undefined && (yield* Server.answers(place))) {
      return { server: orphanedServer, origin: (yield* tried(() => Owner.claimDirectory(place))) ? "adopted" : "guest" }
    }
    if (orphanedServer !== undefined || !(yield* tried(() => Owner.claimDirectory(place)))) return undefined
    yield* Server.initialise(place, bin)
    return { server: yield* Server.start(place, bin, settings), origin: "started" }
  })
  const held = yield* Effect.repeat(attempt, {
    schedule: Schedule.spaced("100 millis"),
    until: (result) => result !== undefined
  }).pipe(
    Effect.timeoutOrElse({
      duration: "60 seconds",
      orElse: () => Effect.fail(explain("another process holds it and it does not answer", place.cluster))
    })
  )
  return held as Held
})

const make = Effect.fn("EmbeddedPostgres.make")(function* ({ dataDir, settings = {} }: EmbeddedPostgresSettings) {
  const place = yield* Effect.try({
    try: () => makePlace(dataDir),
    catch: (cause) => explain(causeText(cause), dataDir)
  })
  const bin = yield* programs(place)
  let server = yield* obtain(place, bin, settings)
  const first = server.origin
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => (Owner.isOwnedByOtherProcess(place) ? Effect.void : Server.stop(server.server))).pipe(
      Effect.andThen(
        Effect.sync(() => {
          Owner.releaseDirectory(place)
          removeSocketDirectory(place)
        })
      )
    )
  )
  const revive = obtain(place, bin, settings).pipe(
    Effect.tapError((error) => Effect.logError(error.message)),
    Effect.retry(Schedule.spaced("1 second"))
  )
  yield* Effect.suspend(() => server.server.ended).pipe(
    Effect.tap((words) => Effect.logWarning(`the embedded PostgreSQL ended and is started again`, lastLine(words))),
    Effect.andThen(revive),
    Effect.tap((next) => Effect.sync(() => (server = next))),
    Effect.forever,
    Effect.forkScoped
  )
  return EmbeddedPostgres.of({ socketDir: place.socketDir, origin: first })
})

const lastLine = (words: string) => words.trim().split("\n").at(-1) ?? ""

export const layer = (settings: EmbeddedPostgresSettings): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
  Layer.effect(EmbeddedPostgres, make(settings))
