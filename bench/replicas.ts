// Simulates 2,000 users at bucket tables on four replicas and one PostgreSQL.
import { Duration, Effect, Exit, Scope } from "effect"
import { randomBytes } from "node:crypto"
import { availableParallelism, loadavg } from "node:os"
import * as path from "node:path"
import pg from "pg"
import { freePort } from "../test/support/freePort.ts"
import { countedPostgres } from "./support/countedPostgres.ts"
import { seedCrowd } from "./support/crowd.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { percentile } from "./support/figures.ts"
import { type Measured, startMeasured } from "./support/measured.ts"
import { type Act, type Answered, goHome, makePerson, type Person } from "./support/person.ts"
import { processorTime } from "./support/processorTime.ts"
import { benchSize, missLimit } from "./support/size.ts"

const replicas = benchSize("REPLICAS", 4, 2)
const people = benchSize("PEOPLE", 2_000, 20)
const accounts = benchSize("ACCOUNTS", 40, 2)
const buckets = benchSize("BUCKETS", 1_000, 10)
const THINK_SECONDS = Number(process.env["THOUGHT"] ?? 40)
const ACTION_MIX: ReadonlyArray<readonly [Act, number]> = [
  ["page", 68],
  ["search", 22],
  ["session", 9.5],
  ["refresh", 0.5]
]
const seconds = (variable: string, usual: number) => benchSize(variable, usual, 1)
const resting = seconds("RESTING", 5)
const arriving = seconds("ARRIVING", 40)
const watching = seconds("WATCHING", 10)
const living = seconds("LIVING", 30)
const asking = seconds("ASKING", 4)
const refreshing = seconds("REFRESHING", 10)
const WARM_UP_USERS = Math.min(people, 4 * accounts)

const MAX_RUN_SECONDS = Number(process.env["SECONDS"] ?? 174)
const [arrivedBy, refreshedBy, livedBy] = [MAX_RUN_SECONDS - 89, MAX_RUN_SECONDS - 39, MAX_RUN_SECONDS - 9]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const deadlineAfter = (seconds: number, latest: number = livedBy) =>
  Math.min(performance.now() + seconds * 1_000, latest * 1_000)

/** Seeded, so that every run has the same actions. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

interface Spent {
  readonly seconds: number
  readonly service: number
  readonly database: number
}

const cpuAboveIdle = (spent: Spent, rest: Spent): { readonly service: number; readonly database: number } => ({
  service: spent.service - (rest.service / rest.seconds) * spent.seconds,
  database: spent.database - (rest.database / rest.seconds) * spent.seconds
})

const row = (what: string, ...figures: ReadonlyArray<number | string>) =>
  console.log(
    `  ${what.padEnd(58)}${figures.map((figure) => (typeof figure === "string" ? figure : figure.toFixed(figure < 10 ? 2 : 0)).padStart(12)).join("")}`
  )

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const { client, done, url } = yield* countedPostgres(dataDir)
  const started = (starting: () => Promise<Measured>) =>
    Effect.acquireRelease(Effect.promise(starting), (one) => Effect.promise(() => one.stop()))
  const gateway = yield* started(() =>
    startMeasured({
      program: [path.join(import.meta.dirname, "support/bucketsGateway.ts")],
      env: { BUCKETS: String(buckets) },
      ready: /ready/
    })
  )
  const members = yield* seedCrowd(client, key, gateway.origin, accounts, people)
  const origin = "http://localhost:1"
  const together = yield* Effect.acquireRelease(Scope.make("parallel"), (scope) => Scope.close(scope, Exit.void))
  const services = yield* Scope.provide(together)(
    Effect.all(
      Array.from({ length: replicas }, () =>
        started(async () =>
          startMeasured({
            flags: ["--max-old-space-size=192", "--max-semi-space-size=8"],
            program: ["layers/commands/main.ts", "serve"],
            ready: /Stowage is ready/,
            env: {
              DATABASE_URL: url,
              JWT_KEYS: key,
              UI_JWT_KEYS: key,
              API_JWT_KEYS: key,
              CREDENTIAL_KEYS: key,
              SANDBOX_GATEWAY: "false",
              PUBLIC_ORIGIN: origin,
              RUNNER_HOST: "127.0.0.1",
              RUNNER_PORT: String(await freePort()),
              ENDPOINT_STATUS_CRON_SCHEDULE: "0 0 1 1 *"
            }
          })
        )
      ),
      { concurrency: "unbounded" }
    )
  )
  const crowd = members.map((member, index) =>
    makePerson(member, services[index % replicas]?.origin ?? "", origin, randomFrom(index))
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      crowd.forEach((person) => person.leave())
      goHome()
    })
  )
  const listener = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = new pg.Client({ connectionString: url })
      await made.connect()
      await made.query("listen stowage_live")
      return made
    }),
    (made) => Effect.promise(() => made.end())
  )
  let announced = 0
  listener.on("notification", () => {
    announced++
  })

  const spending = async (work: () => Promise<unknown>): Promise<Spent> => {
    const [before, began] = [processorTime(dataDir), performance.now()]
    await work()
    const after = processorTime(dataDir)
    return {
      seconds: (performance.now() - began) / 1_000,
      service: after.service - before.service,
      database: after.database - before.database
    }
  }
  const memory = async () => {
    const probes = await Promise.all(services.map((service) => service.probe()))
    const sum = (of: (probe: (typeof probes)[number]) => number) =>
      probes.reduce((total, probe) => total + of(probe), 0)
    return { resident: sum(({ rss }) => rss), live: sum(({ external, heapUsed }) => heapUsed + external) }
  }
  const each = async (present: ReadonlyArray<Person>, rest: Spent, ask: (person: Person) => Promise<Answered>) => {
    let count = 0
    const counts = await done()
    const spent = await spending(async () => {
      const end = deadlineAfter(asking)
      let next = 0
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          while (performance.now() < end) {
            const person = present[next++ % present.length]
            if (person === undefined) throw new Error("nobody is there")
            const { status } = await ask(person)
            if (status !== 200) throw new Error(`answered ${status}`)
            count++
          }
        })
      )
    })
    const { statements } = await done()
    const own = cpuAboveIdle(spent, rest)
    return {
      count,
      service: own.service / count,
      database: own.database / count,
      statements: (statements - counts.statements) / count
    }
  }
  const refreshedListings = async () =>
    Number(
      (
        await client.query<{ readonly count: string }>(
          "select count(*) from bucket_listings where refresh_requested_at is null and lease_until is null and " +
            "state = 'complete'"
        )
      ).rows[0]?.count
    )

  yield* Effect.promise(async () => {
    console.log(
      `\n${replicas} replicas, one PostgreSQL and ${people} people on ${availableParallelism()} cores (load of ` +
        `the machine at the start ${loadavg()[0]?.toFixed(1)}); ${accounts} listings of ${buckets} buckets`
    )
    const present: Array<Person> = []
    const arrive = async (upTo: number, seconds: number) => {
      const end = deadlineAfter(seconds, arrivedBy)
      await Promise.all(
        Array.from({ length: 40 }, async () => {
          for (
            let person = crowd[coming];
            person !== undefined && coming < upTo && performance.now() < end;
            person = crowd[coming]
          ) {
            coming++
            await person.arrive()
            present.push(person)
          }
        })
      )
    }
    let coming = 0
    await pause(2_000)
    const empty = await memory()
    const rest = await spending(() => pause(resting * 1_000))
    await arrive(WARM_UP_USERS, 30)
    for (const end = deadlineAfter(20); performance.now() < end && (await refreshedListings()) < accounts; )
      await pause(200)
    for (const act of ["page", "search", "session"] as const) {
      const end = deadlineAfter(1)
      await Promise.all(
        present.slice(0, 8).map(async (person) => {
          while (performance.now() < end) await person[act]()
        })
      )
    }
    const alone = await memory()
    const awake = present.length
    if (awake < WARM_UP_USERS)
      throw new Error(
        `the machine is too busy: ${awake} people were in after ${arrivedBy} s (SECONDS gives it more time)`
      )
    const arrival = await spending(() => arrive(people, arriving))
    await pause(1_000)
    const there = present.length
    const full = await memory()
    const heardBefore = announced
    const watched = await spending(() => pause(watching * 1_000))
    const idleAnnounced = announced - heardBefore

    const quiet = watched
    const page = await each(present, quiet, (person) => person.page())
    const search = await each(present, quiet, (person) => person.search())
    const same = await each(present, quiet, (person) => person.samePage())
    const session = await each(present, quiet, (person) => person.session())
    let refreshed = 0
    const [beforeRefresh, heardThen, announcedThen] = [
      await done(),
      present.reduce((sum, person) => sum + person.heard(), 0),
      announced
    ]
    const refreshes = await spending(async () => {
      const end = deadlineAfter(refreshing, refreshedBy)
      for (let round = 0; performance.now() < end; round++) {
        const some = Array.from({ length: 4 }, (_, index) => present[(round * 4 + index) % accounts])
        await Promise.all(some.map((person) => person?.refresh()))
        refreshed += some.length
        while ((await refreshedListings()) < accounts) await pause(50)
      }
    })
    const afterRefresh = await done()
    const bytesReceived = present.reduce((sum, person) => sum + person.heard(), 0) - heardThen
    const perBucket = {
      ...cpuAboveIdle(refreshes, quiet),
      count: refreshed * buckets,
      announced: (announced - announcedThen) / refreshed
    }

    const answered: Array<Answered> = []
    const [announcedBefore, cpuBefore] = [announced, process.cpuUsage()]
    const life = await spending(async () => {
      const end = deadlineAfter(living)
      const lives = present.map(async (person, index) => {
        const random = randomFrom(7_919 * (index + 1))
        const think = (share: number) => pause(Math.min(share * THINK_SECONDS * 1_000, end - performance.now()))
        await think(random())
        while (performance.now() < end) {
          let share = random() * 100
          const [act] = ACTION_MIX.find(([, part]) => (share -= part) < 0) ?? ["page"]
          answered.push(await person[act]())
          await think(2 * random())
        }
      })
      await Promise.race([Promise.all(lives), pause(end - performance.now())])
    })
    const own = process.cpuUsage(cpuBefore)
    const { rows: connections } = await client.query<{ readonly name: string; readonly count: number }>(
      `
      select case when query ilike 'listen%' then 'LISTEN' when query ilike '%advisory%' then 'locks of the cluster'
        else 'pool' end as name, count(*)::int as count
      from pg_stat_activity where backend_type = 'client backend' and application_name like 'stowage %'
        and application_name not like $1 group by 1 order by 1`,
      [`%/${process.pid}`]
    )
    const {
      rows: [size]
    } = await client.query<{ readonly bytes: number; readonly rows: number; readonly removals: number }>(`
      select pg_total_relation_size('bucket_listing_rows')::float8 as bytes,
        (select count(*)::float8 from bucket_listing_rows) as rows`)
    const lost = present.reduce((sum, person) => sum + person.lost(), 0)
    const failed = answered.filter(({ status }) => status >= 400)

    console.log(
      "\nWhat one thing takes of processors (ms), with the streams open        service    database  statements"
    )
    for (const [what, cost] of [
      ["a page that differs from the last", page],
      ["a search", search],
      ["the same page again", same],
      ["who am I", session]
    ] as const) {
      row(`${what} (${cost.count})`, cost.service, cost.database, cost.statements)
    }
    row(
      `a refreshed bucket, one in a hundred changed (${perBucket.count})`,
      perBucket.service / perBucket.count,
      perBucket.database / perBucket.count,
      (afterRefresh.statements - beforeRefresh.statements) / perBucket.count
    )
    const arrivals = cpuAboveIdle(arrival, rest)
    row(
      `an arrival: who am I, first page, stream (${there - awake})`,
      arrivals.service / (there - awake),
      arrivals.database / (there - awake)
    )
    console.log("\nIn a minute                                                            service    database")
    row(
      "a replica at rest (ms)",
      ((rest.service / rest.seconds) * 60) / replicas,
      ((rest.database / rest.seconds) * 60) / replicas
    )
    const streams = cpuAboveIdle(watched, rest)
    row(
      "an open stream that nothing happens on (ms)",
      ((streams.service / watched.seconds) * 60) / there,
      ((streams.database / watched.seconds) * 60) / there
    )
    console.log("\nMemory, connections, rows")
    row(
      "a replica at rest, resident and live (MiB)",
      empty.resident / replicas / 2 ** 20,
      empty.live / replicas / 2 ** 20
    )
    row(
      `a replica that has worked, with ${(awake / replicas).toFixed(0)} streams (MiB)`,
      alone.resident / replicas / 2 ** 20,
      alone.live / replicas / 2 ** 20
    )
    row(
      "a further open stream, resident and live (KiB)",
      (full.resident - alone.resident) / (there - awake) / 1_024,
      (full.live - alone.live) / (there - awake) / 1_024
    )
    for (const { count, name } of connections) row(`connections of the replicas: ${name}`, count)
    row("a row of a listing, with its indexes (bytes)", (size?.bytes ?? 0) / (size?.rows ?? 1))
    row("rows written for a refreshed bucket", (afterRefresh.rows - beforeRefresh.rows) / perBucket.count)
    row(
      "log of the database for a refreshed bucket (bytes)",
      (afterRefresh.walBytes - beforeRefresh.walBytes) / perBucket.count
    )
    row("sent to all who follow, for a refresh (KiB)", bytesReceived / refreshed / 1_024)
    row(
      "announcements of a refresh, and of a replica at rest in a minute",
      perBucket.announced,
      ((idleAnnounced / watched.seconds) * 60) / replicas
    )
    console.log(
      `\nEverything at once: ${there} people, each doing something every ${THINK_SECONDS} s, ` +
        `${life.seconds.toFixed(0)} s`
    )
    console.log(
      "                                                               count         p50         p95         p99 (ms)"
    )
    for (const [act] of ACTION_MIX) {
      const times = answered.filter((one) => one.act === act).map(({ milliseconds }) => milliseconds)
      if (times.length > 0)
        row(act, String(times.length), percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99))
    }
    row("answers a second", answered.length / life.seconds)
    row("answers that were errors, streams that were lost", String(failed.length), String(lost))
    row("announcements a second", (announced - announcedBefore) / life.seconds)
    const cores = availableParallelism()
    row(
      "cores taken: services, database, the people themselves",
      life.service / life.seconds / 1_000,
      life.database / life.seconds / 1_000,
      (own.user + own.system) / 1e6 / life.seconds
    )
    const taken = (life.service + life.database) / life.seconds / 1_000 + (own.user + own.system) / 1e6 / life.seconds
    console.log(
      `  ${
        taken > 0.85 * cores || (loadavg()[0] ?? 0) > 2 * cores
          ? `latencies were limited by the processors: ${taken.toFixed(1)} of ${cores} cores were ours, the ` +
            `machine's load was ${loadavg()[0]?.toFixed(1)}`
          : `nothing was at its limit: ${taken.toFixed(1)} of ${cores} cores were ours`
      }`
    )
    if (there < people) console.log(`  only ${there} people were in after ${arriving} s`)
    if (failed.length > 0 || lost > 0) missLimit()
  })
}).pipe(Effect.scoped, Effect.timeout(Duration.seconds(MAX_RUN_SECONDS)))

await Effect.runPromise(measure)
