import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { fork } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { unreadBucket } from "#domain/buckets/BucketListing.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { keyRing } from "#layers/config/keyRings.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { TestSettings, testSettings } from "../test/support/testSettings.ts"
import { dataFolder } from "./support/dataFolder.ts"
import type { ReceivedEvents, Opened, Order } from "./support/eventReaders.ts"
import { listingDatabase } from "./support/listingDatabase.ts"
import { type Measured, startMeasured } from "./support/measured.ts"
import { benchSize, missLimit } from "./support/size.ts"

const idle = benchSize("IDLE", 2_000, 20)
const crowd = benchSize("CROWD", 10_000, 20)
const idleSeconds = benchSize("IDLE_SECONDS", 20, 1)
const changes = 5
const sessions = 400
const epoch = () => performance.timeOrigin + performance.now()
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const readers = () => {
  const child = fork(path.join(import.meta.dirname, "support/eventReaders.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const received = async (tag: string) => {
    for (;;) {
      const [message] = (await once(child, "message")) as [{ readonly _tag: string; readonly answer: unknown }]
      if (message._tag === tag) return message.answer
    }
  }
  const order = <A>(what: Order) => {
    const answer = received("Answer") as Promise<A>
    child.send(what)
    return answer
  }
  return {
    open: (server: Measured, at: string, cookies: ReadonlyArray<string>, count: number) =>
      order<Opened>({ _tag: "Open", port: Number(new URL(server.origin).port), path: at, cookies, count, atOnce: 100 }),
    hear: async (text: string, cause: () => Promise<number>) => {
      const waiting = received("Waiting")
      const heard = order<ReceivedEvents>({ _tag: "Await", text, seconds: 20 })
      await waiting
      const began = await cause()
      const { at, open } = await heard
      return { delays: at.map((when) => when - began), missed: open - at.length }
    },
    close: () => order<object>({ _tag: "Close" }),
    stop: async () => {
      child.disconnect()
      await once(child, "exit")
    }
  }
}

interface Cost {
  readonly opened: Opened
  readonly cpuPercent: number
  readonly rssKiB: number
  readonly liveKiB: number
  readonly p50: number
  readonly p99: number
  readonly missed: number
  readonly crowd: Opened
  readonly crowdKiB: number
}

const quantile = (values: ReadonlyArray<number>, share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

const costOf = async (
  server: Measured,
  at: string,
  cookies: ReadonlyArray<string>,
  change: (text: string) => Promise<number>
): Promise<Cost> => {
  const reading = readers()
  await reading.open(server, at, cookies, 100)
  await change("warm-up")
  await reading.close()
  await pause(1_000)
  const before = await server.probe()
  const opened = await reading.open(server, at, cookies, idle)
  await pause(2_000)
  const settled = await server.probe()
  const share = (stream: number, streams: number) => stream / streams / 1024
  await pause(idleSeconds * 1000)
  const later = await server.probe()
  const cpuPercent = ((later.cpuMs - settled.cpuAfterMs) / (later.upMs - settled.upAfterMs)) * 100
  const delays: Array<number> = []
  let missed = 0
  for (let turn = 0; turn < changes; turn++) {
    const text = `changed-${randomBytes(6).toString("hex")}`
    const heard = await reading.hear(text, () => change(text))
    delays.push(...heard.delays)
    missed += heard.missed
    await pause(300)
  }
  const more = await reading.open(server, at, cookies, crowd - idle)
  await pause(2_000)
  const full = await server.probe()
  await reading.close()
  await reading.stop()
  return {
    opened,
    cpuPercent,
    missed,
    rssKiB: share(settled.rss - before.rss, idle),
    liveKiB: share(settled.heapUsed + settled.external - before.heapUsed - before.external, idle),
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    crowd: {
      opened: opened.opened + more.opened,
      refused: [...opened.refused, ...more.refused],
      seconds: opened.seconds + more.seconds
    },
    crowdKiB: share(full.rss - before.rss, crowd)
  }
}

const people = Effect.fnUntraced(function* (contextId: string) {
  const sql = yield* SqlClient.SqlClient
  const tokens = yield* Tokens
  const until = DateTime.addDuration(yield* DateTime.now, "1 hour")
  return yield* Effect.forEach(
    Array.from({ length: sessions }, (_, index) => index),
    (index) =>
      Effect.gen(function* () {
        const [user] = yield* sql<{ id: number }>`
      insert into ui_users (email, full_name, role, created_at, updated_at)
        values (${`reader-${index}@example.org`}, 'Reader', 'ui_user', now(), now()) returning id`
        yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
          values (${user!.id}, ${Number(contextId)}, 'account_administrator')`
        const id = crypto.randomUUID()
        yield* sql`
      insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at,
        absolute_expires_at)
      values (${id}, 'ui', ${user!.id}, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days')`
        return `${cookieNames.access}=${Redacted.value(yield* tokens.sign("access", id, until))}`
      }),
    { concurrency: 4 }
  )
})

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const ring = keyRing([key])
  if (ring === null) return yield* Effect.die(new Error("no key"))
  const database = yield* listingDatabase(dataDir, key, 200)
  const ours = Layer.merge(BucketSnapshotsSql.layer.pipe(Layer.provide(LiveEventsSql.layer)), TokensJose.layer).pipe(
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(database.url), maxConnections: 4 })),
    Layer.provide(TestSettings({ rings: { ...testSettings().rings, ui: ring } }))
  )
  const [service, peer] = yield* Effect.all([
    Effect.acquireRelease(
      Effect.promise(() =>
        startMeasured({
          flags: ["--max-old-space-size=192", "--max-semi-space-size=8"],
          program: ["layers/commands/main.ts", "serve"],
          ready: /Stowage is ready/,
          env: { DATABASE_URL: database.url, UI_JWT_KEYS: key, CREDENTIAL_KEYS: key, SANDBOX_GATEWAY: "false" }
        })
      ),
      (started) => Effect.promise(() => started.stop())
    ),
    Effect.acquireRelease(
      Effect.promise(() =>
        startMeasured({
          program: [path.join(import.meta.dirname, "support/ssePeer.ts")],
          ready: /ready/
        })
      ),
      (started) => Effect.promise(() => started.stop())
    )
  ])
  const [mine, theirs] = yield* Effect.gen(function* () {
    const snapshots = yield* BucketSnapshots
    const cookies = yield* people(database.contextId)
    const [listing] = yield* (yield* SqlClient.SqlClient)<{ key: string }>`select key from bucket_listings`
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const put = (text: string) =>
      run(
        Effect.suspend(() => {
          const began = epoch()
          return Effect.as(snapshots.put(listing?.key ?? "", unreadBucket(text)), began)
        })
      )
    const post = async (text: string) => {
      const frame =
        `id: 2\nevent: rows\ndata: ${JSON.stringify({ rows: [unreadBucket(text)] })}\n\nid: 3\nevent: ` +
        `state\ndata: ${JSON.stringify({ total: 51 })}\n\n`
      const began = epoch()
      await fetch(peer.origin, { method: "POST", body: frame })
      return began
    }
    const at = `/api/manager/buckets/stream?context_id=${database.contextId}&page=1&page_size=1`
    const mine = yield* Effect.promise(() => costOf(service, at, cookies, put))
    const theirs = yield* Effect.promise(() => costOf(peer, "/", ["none=1"], post))
    return [mine, theirs] as const
  }).pipe(Effect.provide(ours))
  const rows: ReadonlyArray<readonly [what: string, ours: number, peer: number, aim: number | null]> = [
    [`CPU of ${idle} idle streams, % of a core`, mine.cpuPercent, theirs.cpuPercent, 5],
    ["resident memory of a stream, KiB", mine.rssKiB, theirs.rssKiB, 25],
    ["  of which live (heap and buffers), KiB", mine.liveKiB, theirs.liveKiB, null],
    [`a change heard by ${idle}, median ms`, mine.p50, theirs.p50, null],
    [`a change heard by ${idle}, p99 ms`, mine.p99, theirs.p99, 300],
    ["changes missed", mine.missed, theirs.missed, 0],
    [`${crowd} streams opened, refused`, mine.crowd.refused.length, theirs.crowd.refused.length, 0],
    ["  seconds to open them", mine.crowd.seconds, theirs.crowd.seconds, null],
    ["  resident memory of a stream, KiB", mine.crowdKiB, theirs.crowdKiB, null]
  ]
  console.log(`\nOpen bucket streams of ${sessions} sessions`)
  for (const [what, ours, other, aim] of rows) {
    const verdict = aim === null ? "" : `   ${ours <= aim ? "meets" : "MISSES"} ${aim}`
    if (aim !== null && !(ours <= aim)) missLimit()
    console.log(
      `  ${what.padEnd(44)} ours ${ours.toFixed(1).padStart(8)}   node:http ${other.toFixed(1).padStart(8)}   ` +
        `ratio ${(ours / other).toFixed(2).padStart(5)}${verdict}`
    )
  }
  if (mine.crowd.refused.length > 0)
    console.log(`  refused: ${[...new Set(mine.crowd.refused)].slice(0, 5).join("; ")}`)
}).pipe(Effect.scoped)

const openFiles = () =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Number.POSITIVE_INFINITY)

if (process.platform === "linux" && openFiles() < crowd + 200) {
  console.log(`skipped streams: ${openFiles()} open files are allowed, ${crowd + 200} are needed (ulimit -n)`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else await Effect.runPromise(measure)
