import { CreateBucketCommand, paginateListBuckets, S3Client } from "@aws-sdk/client-s3"
import { Effect, Redacted } from "effect"
import * as http from "node:http"
import { signRequest } from "#layers/rgw/signRequest.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import type { GatewayAccount } from "../test/support/rgw/seed.ts"
import { bystanders } from "./support/bystanders.ts"
import { countedPostgres, type Done } from "./support/countedPostgres.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { median, percentile, printTable } from "./support/figures.ts"
import { managedService } from "./support/managedService.ts"
import { processorTime } from "./support/processorTime.ts"
import { closeConnections } from "./support/rate.ts"
import { benchSize } from "./support/size.ts"

const buckets = benchSize("BUCKETS", 10_000, 20)
const BYSTANDER_BUCKETS = benchSize("BYSTANDER_BUCKETS", 300, 5)
const CHANGED_BUCKETS = Math.ceil(buckets / 100)
const rounds = benchSize("ROUNDS", 3, 1)
const callers = 4
const idleFor = benchSize("IDLE_FOR", 3_000, 100)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const makeBuckets = async (gateway: RealGateway, { id, root }: GatewayAccount, prefix: string, count: number) => {
  gateway.radosgwAdmin("account", "modify", "--account-id", id, "--max-buckets", "0")
  const client = new S3Client({
    endpoint: gateway.url,
    region: "default",
    forcePathStyle: true,
    credentials: { accessKeyId: root.accessKey, secretAccessKey: root.secretKey }
  })
  const there = new Set<string>()
  for await (const { Buckets = [] } of paginateListBuckets({ client }, {}))
    for (const { Name } of Buckets) if (Name !== undefined) there.add(Name)
  let next = 0
  const maker = async () => {
    while (next < count) {
      const name = `${prefix}-${String(next++).padStart(5, "0")}`
      if (!there.has(name)) await client.send(new CreateBucketCommand({ Bucket: name }))
    }
  }
  await Promise.all(Array.from({ length: 8 }, maker))
}

const bareStatistics = async ({ accounts: [{ root }], admin, url }: RealGateway) => {
  const query = { format: "json", stats: "true", uid: root.uid }
  const headers = await signRequest({
    method: "GET",
    url,
    path: "/admin/bucket",
    query,
    region: "default",
    service: "s3",
    form: null,
    key: { access_key: admin.accessKey, secret_key: Redacted.make(admin.secretKey) }
  })
  const response = await fetch(`${url}/admin/bucket?${new URLSearchParams(query)}`, { headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

const follower = (url: string, cookie: string) => {
  let bytes = 0
  const request = http.get(url, { headers: { cookie, accept: "text/event-stream" }, agent: false }, (answer) => {
    answer.on("data", (part: Buffer) => {
      bytes += part.length
    })
    answer.on("error", () => undefined)
  })
  request.on("error", () => undefined)
  return {
    begin: () => {
      bytes = 0
    },
    bytesReceived: () => bytes,
    stop: () => {
      request.destroy()
    }
  }
}

interface Seen extends Done {
  readonly seconds: number
  readonly idle: number
  readonly idle50: number
  readonly p95: number
  readonly p50: number
  readonly worst: number
  readonly late: number
  readonly bytesReceived: number
  readonly gateway: number
  readonly service: number
  readonly database: number
}

const measure = Effect.fnUntraced(function* (gateway: RealGateway) {
  const dataDir = yield* dataFolder
  const { client, done, url } = yield* countedPostgres(dataDir)
  const [mine, theirs] = gateway.accounts
  yield* Effect.promise(async () => {
    await makeBuckets(gateway, mine, "bench-0", buckets)
    await makeBuckets(gateway, theirs, "bench-1", BYSTANDER_BUCKETS)
  })
  const { browser, contextId, origin, register } = yield* Effect.acquireRelease(
    Effect.promise(() => managedService(gateway, { DATABASE_URL: url, HOST: "127.0.0.1" })),
    ({ stop }) => Effect.promise(stop)
  )
  yield* Effect.promise(async () => {
    const elsewhere = await register(theirs)
    const cookie = () => Array.from(browser.cookies, ([name, { value }]) => `${name}=${value}`).join("; ")
    const page = (context: string, rest: string) => ({
      url: `${origin}/api/manager/buckets?context_id=${context}&page_size=50&${rest}`,
      cookie: cookie()
    })
    const asking = bystanders(callers, () => [
      page(elsewhere, "page=1"),
      { url: `${origin}/api/auth/session`, cookie: cookie() },
      page(elsewhere, "page=2&sort_by=created_at"),
      { url: `${origin}/api/me/execution-contexts?workspace=manager`, cookie: cookie() },
      page(elsewhere, "page=1&search=7")
    ])
    const key = `endpoint:1/owner:${mine.id}`
    const state = async () => {
      const {
        rows: [row]
      } = await client.query<{ readonly busy: boolean; readonly failed: boolean; readonly completed: number }>(
        "select lease_until is not null or refresh_requested_at is not null as busy, last_error is not null as " +
          "failed, completed_version as completed from bucket_listings where key = $1",
        [key]
      )
      return row ?? { busy: false, failed: false, completed: 0 }
    }
    const known = async () =>
      Number(
        (
          await client.query<{ readonly count: string }>("select count(*) from bucket_listing_rows where key = $1", [
            key
          ])
        ).rows[0]?.count
      )
    const late = async () => {
      const figures = await (await fetch(`${origin}/metrics`)).text()
      return Number(/^stowage_event_loop_delay_seconds\{[^}]*quantile="0\.99"[^}]*\} (\S+)/m.exec(figures)?.[1]) * 1_000
    }
    const seen = new Map<string, Array<Seen>>()
    const resting = async () => {
      await pause(1_000)
      asking.begin()
      const before = processorTime(dataDir)
      await pause(idleFor)
      return { ...asking.measured(), before, after: processorTime(dataDir) }
    }
    let lastCalm: Awaited<ReturnType<typeof resting>> | null = null
    const observed = async (name: string, following: boolean, work: () => Promise<void>) => {
      const reading = following
        ? follower(`${origin}/api/manager/buckets/stream?context_id=${contextId}&page=1&page_size=50`, cookie())
        : null
      const calm = lastCalm ?? (await resting())
      const counts = await done()
      await late()
      reading?.begin()
      asking.begin()
      const before = processorTime(dataDir)
      const began = performance.now()
      await work()
      const seconds = (performance.now() - began) / 1_000
      const after = processorTime(dataDir)
      const busy = asking.measured()
      const delay = await late()
      const then = await done()
      const rows = await known()
      if (rows !== buckets) throw new Error(`${rows} rows of ${buckets} buckets`)
      const calmAgain = (lastCalm = await resting())
      const idle = [...calm.times, ...calmAgain.times]
      const own = (of: "service" | "database") =>
        after[of] -
        before[of] -
        (busy.times.length * (calm.after[of] - calm.before[of] + calmAgain.after[of] - calmAgain.before[of])) /
          idle.length
      const one: Seen = {
        seconds,
        idle: percentile(idle, 0.95),
        idle50: percentile(idle, 0.5),
        p95: percentile(busy.times, 0.95),
        p50: percentile(busy.times, 0.5),
        worst: Math.max(...busy.times),
        late: delay,
        bytesReceived: reading?.bytesReceived() ?? 0,
        gateway: after.gateway - before.gateway,
        service: own("service"),
        database: own("database"),
        statements: then.statements - counts.statements,
        transactions: then.transactions - counts.transactions,
        rows: then.rows - counts.rows,
        walBytes: then.walBytes - counts.walBytes
      }
      reading?.stop()
      seen.set(name, [...(seen.get(name) ?? []), one])
      console.log(
        `  ${name.padEnd(18)}${seconds.toFixed(1).padStart(6)} s  p50 ${one.idle50.toFixed(1)} -> ` +
          `${one.p50.toFixed(1)}  p95 ${one.idle.toFixed(1)} -> ${one.p95.toFixed(1)} ms of ${busy.times.length} ` +
          " " +
          `cpu ms: gateway ${one.gateway}, service ${one.service.toFixed(0)}, database ` +
          `${one.database.toFixed(0)}  rows ${one.rows}  log ${(one.walBytes / 1024).toFixed(0)} KiB`
      )
    }
    const finished = async (before: number) => {
      for (let now = await state(); now.busy || now.completed <= before; now = await state()) {
        if (now.failed) throw new Error("the gateway could not be read")
        await pause(100)
      }
    }
    const refresh = async () => {
      const { completed } = await state()
      const asked = await browser.post(`/api/manager/buckets/cache/refresh?context_id=${contextId}`)
      if (asked.status >= 300) throw new Error(asked.text)
      await finished(completed)
    }
    const automatic = async () => {
      const { completed } = await state()
      await client.query("update bucket_listings set refreshed_at = refreshed_at - interval '1 day' where key = $1", [
        key
      ])
      await browser.get(`/api/manager/buckets?context_id=${contextId}&page=1&page_size=50`)
      await finished(completed)
    }
    try {
      for (let round = 0; round < rounds; round++) {
        await client.query("delete from bucket_listings where key = $1", [key])
        await observed("first reading", false, async () => {
          await browser.get(`/api/manager/buckets?context_id=${contextId}&page=1&page_size=50`)
          await finished(0)
        })
        await observed("bare stats=true", false, () => bareStatistics(gateway))
        await observed("nothing changed", true, automatic)
        await observed("pressed", true, refresh)
        await client.query(
          "update bucket_listing_rows set used_bytes = 1 where key = $1 and name in (select name from " +
            "bucket_listing_rows where key = $1 order by md5(name) limit $2)",
          [key, CHANGED_BUCKETS]
        )
        await observed(`${CHANGED_BUCKETS} changed`, true, automatic)
      }
    } finally {
      await asking.stop()
    }
    const middle = (name: string, of: (one: Seen) => number) => median((seen.get(name) ?? []).map(of))
    const figures = (name: string, limit: number | null) =>
      printTable(`${name}, ${buckets} buckets on Ceph RGW, ${callers} bystanders, medians of ${rounds}`, [
        ["seconds", middle(name, (one) => one.seconds), null, null],
        [
          "bystanders' p50 meanwhile (ms), of idle",
          middle(name, (one) => one.p50),
          middle(name, (one) => one.p50 / one.idle50),
          null
        ],
        [
          "bystanders' p95 meanwhile (ms), of idle",
          middle(name, (one) => one.p95),
          middle(name, (one) => one.p95 / one.idle),
          limit
        ],
        ["longest wait (ms)", middle(name, (one) => one.worst), null, null],
        ["event loop: 99 % of timers late by less than (ms)", middle(name, (one) => one.late), null, null],
        ["processor of the gateway (ms)", middle(name, (one) => one.gateway), null, null],
        ["processor of the service, bystanders aside (ms)", middle(name, (one) => one.service), null, null],
        ["processor of the database, bystanders aside (ms)", middle(name, (one) => one.database), null, null],
        ["statements, with the bystanders'", middle(name, (one) => one.statements), null, null],
        ["rows of listings written", middle(name, (one) => one.rows), null, null],
        ["log of the database (KiB)", middle(name, (one) => one.walBytes / 1024), null, null],
        ["sent to whoever has the page open (KiB)", middle(name, (one) => one.bytesReceived / 1024), null, null]
      ])
    for (const name of seen.keys()) figures(name, /changed/.test(name) ? 1.5 : name === "pressed" ? 2 : null)
  })
})

const { gateway, lack } = await realGateway("counted")
if (gateway === undefined) {
  console.log(`skipped refresh, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await Effect.runPromise(Effect.scoped(measure(gateway))).finally(() => {
    closeConnections()
    return releaseRealGateways()
  })
}
