import { PgConnection } from "@effect/sql-pg"
import { Effect, Schedule } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import * as path from "node:path"
import { type EmbeddedPostgresError, explain, causeText } from "./EmbeddedPostgresError.ts"
import { running } from "./EmbeddedPostgresOwner.ts"
import { identity, chownForPostgres, type PostgresPaths } from "./EmbeddedPostgresPlace.ts"

export const user = "postgres"

export interface Server {
  readonly pid: number
  readonly ended: Effect.Effect<string>
}

/** Creates the cluster beside its final path, so that a crash leaves no partial one. */
export const initialise = (place: PostgresPaths, bin: string): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.try({
    try: () => {
      if (existsSync(path.join(place.cluster, "PG_VERSION"))) return
      const draft = `${place.cluster}.new`
      rmSync(draft, { recursive: true, force: true })
      mkdirSync(draft, { mode: 0o700 })
      chownForPostgres(draft)
      const options = ["-U", user, "-A", "trust", "-E", "UTF8", "--locale=C", "--data-checksums", "--no-instructions"]
      const result = spawnSync(path.join(bin, "initdb"), ["-D", draft, ...options], { ...identity, encoding: "utf8" })
      if (result.status !== 0) {
        rmSync(draft, { recursive: true, force: true })
        throw result.error ?? new Error(result.stderr)
      }
      renameSync(draft, place.cluster)
    },
    catch: (cause) => explain(causeText(cause), place.cluster)
  })

/** Opens a session: the socket exists before recovery ends. */
export const answers = (place: PostgresPaths): Effect.Effect<boolean> =>
  PgConnection.make({ host: place.socketDir, username: user, database: "postgres", connectTimeout: "5 seconds" }).pipe(
    Effect.scoped,
    Effect.isSuccess
  )

export const orphanedServer = (place: PostgresPaths): Server | undefined => {
  const file = path.join(place.cluster, "postmaster.pid")
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, "utf8").split("\n")[0])
  if (!(pid > 0) || !running(pid)) return undefined
  const awaitExit = Effect.sync(() => !running(pid)).pipe(
    Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: (over) => over })
  )
  return { pid, ended: Effect.as(awaitExit, "") }
}

export const start = Effect.fn("EmbeddedPostgres.start")(function* (
  place: PostgresPaths,
  bin: string,
  settings: Readonly<Record<string, string>>
) {
  const server = spawnServer(place, bin, settings)
  const ready = Effect.repeat(answers(place), { schedule: Schedule.spaced("10 millis"), until: (up) => up })
  const failed = Effect.flatMap(server.ended, (words) => Effect.fail(explain(words, place.cluster)))
  yield* Effect.raceFirst(ready, failed).pipe(
    Effect.timeoutOrElse({
      duration: "60 seconds",
      orElse: () => Effect.fail(explain("it did not answer within 60 seconds", place.cluster))
    }),
    Effect.onError(() => stop(server))
  )
  return server
})

const spawnServer = (place: PostgresPaths, bin: string, settings: Readonly<Record<string, string>>): Server => {
  const options = Object.entries({
    listen_addresses: "",
    unix_socket_permissions: "0700",
    shared_buffers: "64MB",
    max_connections: "60",
    max_wal_size: "256MB",
    // statements may contain data that no log may show
    log_min_error_statement: "panic",
    ...settings
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(path.join(bin, "postgres"), ["-D", place.cluster, "-k", place.socketDir, ...options], {
    ...identity,
    // own process group: Ctrl-C must not stop it before the service drains
    detached: true,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const words = lastWords(child)
  const ended = Effect.callback<string>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      return resume(Effect.sync(words))
    child.once("exit", () => resume(Effect.sync(words)))
  })
  return { pid: child.pid ?? 0, ended }
}

const lastWords = (child: ChildProcess) => {
  let text = ""
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-8_000)
  })
  child.on("error", (cause) => {
    text += cause.message
  })
  return () => text
}

export const stop = (server: Server): Effect.Effect<void> =>
  signal(server, "SIGINT").pipe(
    Effect.andThen(server.ended),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.andThen(signal(server, "SIGQUIT"), server.ended)
    }),
    Effect.asVoid
  )

const signal = (server: Server, name: NodeJS.Signals) =>
  Effect.sync(() => {
    if (server.pid > 0 && running(server.pid)) process.kill(server.pid, name)
  })
