import { Effect, Layer, Redacted } from "effect"
import * as http from "node:http"
import type { BucketPage } from "#domain/buckets/BucketListing.ts"
import { unreadBucket } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { features } from "#domain/buckets/features/features.ts"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import { cachedTextFrames } from "#http/cachedFrameEncoder.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { requestSigner } from "#layers/rgw/requestSigner.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns } from "#services/buckets/features/FeatureColumns.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { FeatureColumnsShared } from "#streams/features/FeatureColumnsShared.ts"
import { Stream } from "effect"
import { anyIntent } from "../test/support/anyIntent.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const count = benchSize("BUCKETS", 500, 20)
const rounds = benchSize("ROUNDS", 5, 1)

const names = Array.from({ length: count }, (_, index) => `columns-${String(index).padStart(5, "0")}`)
const chosen = features.filter(({ wire }) => wire._tag === "SubResource").slice(0, 10)
const flags = chosen.map(({ wire }) => (wire._tag === "SubResource" ? wire.name : ""))

const rows = names.map((name) => unreadBucket(name))
const page: BucketPage = {
  items: rows,
  total: count,
  total_all: count,
  page: 1,
  page_size: count,
  has_next: false,
  listing: {
    state: "complete",
    refreshing: false,
    stale: false,
    refreshed_at: "2026-01-01T00:00:00.000Z",
    last_error: null,
    failed_at: null,
    version: 1
  }
}

const contextOf = (gateway: RealGateway, round: string): ResolvedContext => {
  const [{ root }] = gateway.accounts
  const { accessKey, secretKey } = root
  return {
    context: {
      kind: "account",
      id: round,
      name: "bench",
      endpoint_id: 1,
      endpoint_name: "bench",
      endpoint_url: gateway.url,
      endpoint_is_default: true,
      endpoint_is_sandbox: false,
      capabilities: { can_manage_buckets: true, can_manage_iam: true, can_browse_objects: true, has_admin_ops: true },
      tags: [],
      expires_at: null,
      unusable_reason: null
    },
    s3: {
      endpointId: 1,
      url: gateway.url,
      region: gateway.region,
      verifyTls: true,
      userSupplied: false,
      pathStyle: true,
      credential: GatewayCredential.opened({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })
    },
    admin: null,
    bucketOwner: null,
    listingKey: `bench/${round}`
  }
}

const bare = async (
  gateway: RealGateway,
  sign: (path: string, flag: string) => Promise<Record<string, string>> | Record<string, string>
) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const { hostname, port } = new URL(gateway.url)
  const calls = names.flatMap((name) => flags.map((flag) => [`/${name}`, flag] as const))
  let next = 0
  const worker = async () => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const [path, flag] = call
      const headers = await sign(path, flag)
      await new Promise<void>((resolve, reject) => {
        // RGW's extra bytes after this answer break the connection
        let answered = false
        http
          .get(
            { hostname, port, path: `${path}?${flag}=`, headers, agent: flag === "publicAccessBlock" ? false : agent },
            (answer) => {
              answered = true
              let text = ""
              answer
                .setEncoding("utf8")
                .on("data", (chunk: string) => {
                  text += chunk
                })
                .on("end", () => {
                  if (answer.statusCode !== 200 && answer.statusCode !== 404)
                    reject(new Error(`${path}?${flag}: ${answer.statusCode} ${text}`))
                  else resolve()
                })
                .on("error", reject)
            }
          )
          .on("error", (cause) => {
            if (!answered) reject(cause)
          })
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENCY }, worker))
  agent.destroy()
}

const enriched = Effect.fnUntraced(function* (context: ResolvedContext) {
  const columns = yield* FeatureColumns
  let bytes = 0
  yield* Effect.callback<void>((resume) => {
    const stop = columns.follow(
      context,
      { query: {}, features: chosen.map(({ name }) => name), face: "columns" },
      (news) => {
        bytes += cachedTextFrames(news).length
        const done = news.find(({ event }) => event === "done")
        if (done === undefined) return
        const { buckets, unavailable } = JSON.parse(done.text)
        if (buckets !== count || unavailable !== 0)
          resume(Effect.die(new Error(`${buckets} buckets, ${unavailable} cells unavailable`)))
        else resume(Effect.void)
      }
    )
    return Effect.sync(stop)
  })
  return bytes
})

const makeBuckets = Effect.fnUntraced(function* (gateway: RealGateway) {
  const context = contextOf(gateway, "make")
  const store = yield* FeatureStore
  const [{ id, root }] = gateway.accounts
  gateway.radosgwAdmin("account", "modify", "--account-id", id, "--max-buckets", "0")
  const make = async (name: string) => {
    const key = { access_key: root.accessKey, secret_key: Redacted.make(root.secretKey) }
    const headers = await signRequest({
      method: "PUT",
      url: gateway.url,
      path: `/${name}`,
      query: {},
      region: "default",
      service: "s3",
      form: null,
      key
    })
    const answer = await fetch(`${gateway.url}/${name}`, { method: "PUT", headers })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  }
  yield* Effect.forEach(
    names,
    (name, index) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => make(name))
        if (index % 3 !== 0) return
        yield* store.write(
          context,
          name,
          "versioning",
          "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        )
        yield* store.write(
          context,
          name,
          "tags",
          "<Tagging><TagSet><Tag><Key>team</Key><Value>climate</Value></Tag></TagSet></Tagging>"
        )
        yield* store.write(
          context,
          name,
          "cors",
          "<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>"
        )
      }),
    { concurrency: 8, discard: true }
  ).pipe(Effect.provide(anyIntent), Effect.orDie)
})

const cpu = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const [began, used] = [performance.now(), cpu()]
    yield* work
    return { took: performance.now() - began, used: cpu() - used }
  })

const measure = Effect.fnUntraced(function* (gateway: RealGateway) {
  yield* makeBuckets(gateway)
  const { accessKey, secretKey } = gateway.accounts[0].root
  const quick = requestSigner({ accessKey, secretKey, sessionToken: null }, "default")
  const { host } = new URL(gateway.url)
  const plain = Effect.promise(() =>
    bare(gateway, (path, flag) => quick({ method: "GET", host, path, query: `${flag}=` }, Date.now()))
  )
  const smithy = Effect.promise(() =>
    bare(gateway, (path, flag) =>
      signRequest({
        method: "GET",
        url: gateway.url,
        path,
        query: { [flag]: "" },
        region: "default",
        service: "s3",
        form: null,
        key: { access_key: accessKey, secret_key: Redacted.make(secretKey) }
      })
    )
  )
  yield* plain
  yield* enriched(contextOf(gateway, "warm-up"))
  // alternates, so that other load affects all sides alike
  const turns = yield* Effect.forEach(
    Array.from({ length: rounds }, (_, round) => round),
    (round) =>
      Effect.all({
        bare: timed(plain),
        signed: timed(smithy),
        ours: timed(enriched(contextOf(gateway, `round-${round}`)))
      })
  )
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of))
  const cells = count * chosen.length
  printTable(
    `${count} buckets with ${chosen.length} feature columns on Ceph RGW, ${MAX_CONCURRENCY} calls at a time, ` +
      `medians of ${rounds} (ms)`,
    [
      ["bare calls, with our own signatures", middle(({ bare }) => bare.took), null, null],
      ["bare calls, signed by @smithy/signature-v4", middle(({ signed }) => signed.took), null, null],
      [
        "enriched, from nothing to done, of the faster bare",
        middle(({ ours }) => ours.took),
        middle(({ bare, ours }) => ours.took / bare.took),
        1.3
      ],
      [
        "the same, of those signed by @smithy",
        middle(({ ours }) => ours.took),
        middle(({ ours, signed }) => ours.took / signed.took),
        1.3
      ],
      ["CPU of a bare cell (µs)", (middle(({ bare }) => bare.used) / cells) * 1000, null, null],
      ["CPU of a cell (µs)", (middle(({ ours }) => ours.used) / cells) * 1000, null, null]
    ]
  )
})

const services = FeatureColumnsShared.pipe(
  Layer.provideMerge(Gateways),
  Layer.provide(Layer.mock(BucketListings, { follow: () => () => {}, page: () => Effect.succeed(page) })),
  Layer.provide(Layer.mock(LiveEvents, { changes: Stream.never })),
  Layer.provide(Layer.mock(ShareListings, {})),
  Layer.provide(TestSettings())
)

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped featureColumns, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await Effect.runPromise(measure(gateway).pipe(Effect.provide(services))).finally(releaseRealGateways)
}
