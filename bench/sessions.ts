import { DateTime, Duration, Effect, Layer, Option, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Access, AuditAndCipher, SessionBase } from "#layers/compose/Access.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { Login } from "#services/identity/signin/Login.ts"
import { Passwords } from "#services/platform/Passwords.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { type OpenSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Associations } from "#services/identity/Associations.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const families = benchSize("FAMILIES", 200, 4)
/** Below the rate limit of 60 a minute per family. */
const ROTATIONS_PER_FAMILY = 25
const CONCURRENCY = 32
const rounds = benchSize("ROUNDS", 5, 1)

const services = (dataDir: string) =>
  Access.pipe(
    Layer.provideMerge(SessionBase),
    Layer.provideMerge(AuditAndCipher),
    Layer.provide(Layer.succeed(LiveEvents, LiveEvents.of({ changes: Stream.never, publish: () => Effect.void }))),
    Layer.provide(Layer.succeed(Associations, Associations.of({ grantAll: () => Effect.void }))),
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
    Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 16 })),
    Layer.provideMerge(TestSettings())
  )

interface Rate {
  readonly perSecond: number
  readonly perCore: number
  readonly p99: number
}

const percentile = (values: ReadonlyArray<number>, share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const rate = Effect.fnUntraced(function* <E, R>(workers: ReadonlyArray<ReadonlyArray<Effect.Effect<unknown, E, R>>>) {
  const times: Array<number> = []
  const cpu = process.cpuUsage()
  const took = yield* milliseconds(
    Effect.forEach(
      workers,
      (steps) =>
        Effect.forEach(
          steps,
          (step) =>
            Effect.map(milliseconds(step), (time) => {
              times.push(time)
            }),
          { discard: true }
        ),
      { concurrency: CONCURRENCY, discard: true }
    )
  )
  const { system, user } = process.cpuUsage(cpu)
  return {
    perSecond: (times.length / took) * 1000,
    perCore: (times.length / (user + system)) * 1e6,
    p99: percentile(times, 0.99)
  } satisfies Rate
})

const repeated = <A>(step: A, count: number): ReadonlyArray<A> => Array.from({ length: count }, () => step)

const measure = Effect.gen(function* () {
  const [sessions, refreshes, users, passwords, login, sql] = [
    yield* Sessions,
    yield* Refreshes,
    yield* Users,
    yield* Passwords,
    yield* Login,
    yield* SqlClient.SqlClient
  ]
  const passwordHash = yield* passwords.hash(Redacted.make("correct horse battery staple"))
  const owner = yield* users.create(
    { email: "ada@example.org", fullName: "Ada", role: "ui_user", passwordHash },
    yield* DateTime.now
  )
  if (owner === null) return yield* Effect.die(new Error("no user"))
  let open: ReadonlyArray<OpenSession> = yield* Effect.forEach(
    Array.from({ length: families }),
    () => sessions.open(owner, null),
    { concurrency: 8 }
  )

  const bare = () => rate(repeated(repeated(sql`select 1`, ROTATIONS_PER_FAMILY), families))
  const checks = () => rate(open.map(({ access }) => repeated(sessions.authenticate(access), ROTATIONS_PER_FAMILY)))
  const rotations = Effect.fnUntraced(function* () {
    yield* sql`delete from rate_limits`
    const values = open.map(({ refresh }) => ({ refresh }))
    const steps = values.map((held) =>
      repeated(
        Effect.map(
          Effect.suspend(() => refreshes.refresh(held.refresh)),
          (next) => {
            held.refresh = next.refresh
          }
        ),
        ROTATIONS_PER_FAMILY
      )
    )
    const measured = yield* rate(steps)
    open = open.map((session, index) => ({ ...session, refresh: values[index]?.refresh ?? session.refresh }))
    return measured
  })

  yield* Effect.all([bare(), checks(), rotations()])
  // alternates, so that other load affects all alike
  const turns = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.all({ bare: bare(), checks: checks(), rotations: rotations() })
  )
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of))
  const [bareRate, checkRate, rotationRate] = [
    middle((turn) => turn.bare.perSecond),
    middle((turn) => turn.checks.perSecond),
    middle((turn) => turn.rotations.perSecond)
  ]
  const spread = (of: (turn: (typeof turns)[number]) => number) =>
    `${Math.min(...turns.map(of)).toFixed(0)}–${Math.max(...turns.map(of)).toFixed(0)}`

  printTable(
    `Sessions: ${families} families, ${CONCURRENCY} at once, ${rounds} rounds, medians (judged: what was aimed ` +
      "at, divided by what came)",
    [
      ["bare statements, a second", bareRate, null, null],
      ["session checks, a second", checkRate, 2_000 / checkRate, 1],
      ["  statements' time for one check (ratio)", bareRate / checkRate, null, null],
      ["  99 % of them within (ms)", middle((turn) => turn.checks.p99), null, null],
      ["  a second of the service's own core", middle((turn) => turn.checks.perCore), null, null],
      ["refresh rotations, a second", rotationRate, 1_000 / rotationRate, 1],
      ["  statements' time for one rotation (ratio)", bareRate / rotationRate, null, null],
      ["  99 % of them within (ms)", middle((turn) => turn.rotations.p99), null, null],
      ["  a second of the service's own core", middle((turn) => turn.rotations.perCore), null, null]
    ]
  )
  console.log(
    `  rounds: checks ${spread((turn) => turn.checks.perSecond)}, rotations ` +
      `${spread((turn) => turn.rotations.perSecond)} a second`
  )

  const attempt = (email: string) =>
    Effect.andThen(
      sql`delete from rate_limits`,
      milliseconds(Effect.ignore(login.withPassword({ email, password: Redacted.make("wrong") })))
    )
  const tries = yield* Effect.forEach(Array.from({ length: 100 }), () =>
    Effect.all({ known: attempt("ada@example.org"), unknown: attempt("nobody@example.org") })
  )
  const ratio = median(tries.map(({ known, unknown }) => unknown / known))
  printTable("Sign-in with a wrong password, medians of 100", [
    ["known e-mail (ms)", median(tries.map(({ known }) => known)), null, null],
    [
      "unknown e-mail (ms), and how far from the same",
      median(tries.map(({ unknown }) => unknown)),
      Math.abs(Math.log2(ratio)),
      0.1
    ]
  ])
})

const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
await Effect.runPromise(measure.pipe(Effect.provide(services(dataDir)), Effect.timeout(Duration.minutes(5)))).finally(
  () => rmSync(dataDir, { recursive: true, force: true })
)
