import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Context, Duration, Effect, Layer, Option, Redacted, Ref, Stream } from "effect"
import { SingleRunner } from "effect/cluster"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { anyIntent } from "../test/support/anyIntent.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { watchListing } from "../test/support/watchListing.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const sizes = [benchSize("FEW", 2_000, 20), benchSize("BUCKETS", 10_000, 40)] as const
const rounds = benchSize("ROUNDS", 7, 1)

const held = ({ accessKey, secretKey }: { readonly accessKey: string; readonly secretKey: string }) =>
  GatewayCredential.opened({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })

const contextOf = (gateway: RealGateway, listingKey: string): ResolvedContext => {
  const { root } = gateway.accounts[listingKey.startsWith("1") ? 1 : 0]
  const target = { endpointId: 1, url: gateway.url, region: gateway.region, verifyTls: true }
  return {
    context: {
      kind: "account",
      id: "1",
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
    s3: { ...target, userSupplied: false, pathStyle: true, credential: held(root) },
    admin: { ...target, credential: held(gateway.admin) },
    bucketOwner: listingKey.startsWith("all") ? { _tag: "All" } : { _tag: "Uid", uid: root.uid },
    listingKey
  }
}

const bare = (
  gateway: RealGateway,
  user: { readonly accessKey: string; readonly secretKey: string },
  at: string,
  query: Readonly<Record<string, string>>
) =>
  Effect.promise(async () => {
    const headers = await signRequest({
      method: "GET",
      url: gateway.url,
      path: at,
      query,
      region: "default",
      service: "s3",
      form: null,
      key: { access_key: user.accessKey, secret_key: Redacted.make(user.secretKey) }
    })
    const response = await fetch(`${gateway.url}${at}?${new URLSearchParams(query)}`, { headers })
    if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`)
    return response.text()
  })

class Calls extends Context.Service<Calls, Ref.Ref<number>>()("stowage/bench/Calls") {}

const counted = Layer.effectContext(
  Effect.gen(function* () {
    const [calls, buckets, rgw] = [yield* Calls, yield* BucketGateway, yield* Rgw]
    const one = Ref.update(calls, (count) => count + 1)
    return Context.make(BucketGateway, {
      ...buckets,
      list: (target) => Effect.andThen(one, buckets.list(target))
    }).pipe(
      Context.add(Rgw, {
        ...rgw,
        bucketNames: (target, owner) => Effect.andThen(one, rgw.bucketNames(target, owner)),
        bucketStatistics: (target, owner, names) =>
          Stream.unwrap(Effect.as(one, rgw.bucketStatistics(target, owner, names)))
      })
    )
  })
)

const services = (gateway: RealGateway, dataDir: string) =>
  BucketListingsShared.pipe(
    Layer.provide(BucketListingActor),
    Layer.provideMerge(
      Layer.mergeAll(
        BucketSnapshotsSql.layer,
        counted,
        Layer.mock(ExecutionContexts, {
          forListing: (key) => Effect.succeed(contextOf(gateway, key))
        })
      )
    ),
    Layer.provideMerge(Layer.mergeAll(LiveEventsSql.layer, Gateways, Layer.effect(Calls, Ref.make(0)))),
    Layer.provide(SingleRunner.layer({ runnerStorage: "memory" }).pipe(Layer.provide(NodeCrypto.layerDigest))),
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
    Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 10 })),
    Layer.provide(TestSettings())
  )

const whole: BucketQuery = {}
const firstPage: BucketQuery = { page: 1, page_size: 50 }

const cold = Effect.fnUntraced(function* (key: string) {
  const began = performance.now()
  let first: number | null = null
  yield* watchListing(key, firstPage).pipe(
    Stream.tap((event) =>
      Effect.sync(() => {
        if (event.event === "rows") first ??= performance.now() - began
      })
    ),
    Stream.takeUntil((event) => event.event === "done"),
    Stream.runDrain
  )
  return { first: first ?? Number.NaN, complete: performance.now() - began }
})

const makeBuckets = Effect.fnUntraced(function* (gateway: RealGateway, account: 0 | 1) {
  const { s3 } = contextOf(gateway, String(account))
  const buckets = yield* BucketGateway
  gateway.radosgwAdmin("account", "modify", "--account-id", gateway.accounts[account].id, "--max-buckets", "0")
  const there = new Set((yield* buckets.list(s3)).map(({ name }) => name))
  const names = Array.from(
    { length: sizes[account] },
    (_, index) => `bench-${account}-${String(index).padStart(5, "0")}`
  )
  yield* Effect.forEach(
    names.filter((name) => !there.has(name)),
    (name) => buckets.create(s3, name, { objectLock: false }),
    { concurrency: 8, discard: true }
  ).pipe(Effect.provide(anyIntent))
})

const measure = Effect.fnUntraced(function* (gateway: RealGateway, account: 0 | 1) {
  yield* makeBuckets(gateway, account)
  const listings = yield* BucketListings
  const calls = yield* Calls
  const { root } = gateway.accounts[account]
  const { s3 } = contextOf(gateway, String(account))
  const wire = bare(gateway, root, "/", {})
  const names = Effect.flatMap(BucketGateway, (buckets) => buckets.list(s3))
  const statistics = bare(gateway, gateway.admin, "/admin/bucket", { format: "json", stats: "true", uid: root.uid })
  yield* Effect.all([names, statistics, cold(`${account}/warm-up-1`), names, statistics, cold(`${account}/warm-up-2`)])

  // alternates, so that other load affects all sides alike
  const turns = yield* Effect.forEach(
    Array.from({ length: rounds }, (_, round) => round),
    (round) =>
      Effect.all({
        wire: milliseconds(wire),
        names: milliseconds(names),
        statistics: milliseconds(statistics),
        cold: cold(`${account}/cold-${round}`)
      })
  )
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of))

  const snapshot = `${account}/cold-0`
  yield* Ref.set(calls, 0)
  const pageMs = median(yield* Effect.replicateEffect(milliseconds(listings.page(snapshot, firstPage)), 200))
  const searchMs = median(
    yield* Effect.replicateEffect(
      milliseconds(listings.page(snapshot, { ...firstPage, search: "99", sort_by: "used_bytes", sort_dir: "desc" })),
      200
    )
  )
  const wholeMs = median(yield* Effect.replicateEffect(milliseconds(listings.page(snapshot, whole)), 30))
  const warmCalls = yield* Ref.get(calls)
  const pages = yield* Effect.all(
    Array.from({ length: 100 }, () => listings.page(`${account}/crowd`, whole)),
    { concurrency: "unbounded" }
  )
  const crowdCalls = yield* Ref.get(calls)
  if (pages.some((page) => page.total < sizes[account]))
    return yield* Effect.die(new Error("a reader of the crowd missed rows"))

  printTable(`Bucket listing, ${sizes[account]} buckets on Ceph RGW, medians`, [
    ["bare page of names, sent and read as bytes", middle((turn) => turn.wire), null, null],
    ["bare page of names, as the AWS SDK answers it", middle((turn) => turn.names), null, null],
    ["first rows, cold", middle((turn) => turn.cold.first), middle((turn) => turn.cold.first / turn.names), 1.2],
    ["bare stats=true", middle((turn) => turn.statistics), null, null],
    [
      "complete with statistics, cold",
      middle((turn) => turn.cold.complete),
      middle((turn) => turn.cold.complete / turn.statistics),
      1
    ],
    ["warm page of 50 (ms, at most)", pageMs, pageMs, 20],
    ["warm, searched and sorted (ms, at most)", searchMs, searchMs, 20],
    ...(account === 0
      ? [["warm, all rows (ms, at most)", wholeMs, wholeMs, 20] as const]
      : [["warm, all rows (ms)", wholeMs, null, null] as const]),
    ["gateway calls of warm pages", warmCalls, warmCalls, 0],
    ["refreshes of 100 concurrent readers (2 calls each)", crowdCalls / 2, crowdCalls / 2, 1]
  ])
})

const measureCluster = Effect.fnUntraced(function* (gateway: RealGateway) {
  const statistics = bare(gateway, gateway.admin, "/admin/bucket", { format: "json", stats: "true" })
  yield* cold("all/warm-up")
  const turns = yield* Effect.forEach([1, 2, 3], (round) =>
    Effect.all({ statistics: milliseconds(statistics), cold: cold(`all/cold-${round}`) })
  )
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of))
  printTable("The whole cluster, owner by owner, medians of 3", [
    ["bare stats=true, one answer", middle((turn) => turn.statistics), null, null],
    ["first rows, cold", middle((turn) => turn.cold.first), null, null],
    [
      "complete with statistics, cold",
      middle((turn) => turn.cold.complete),
      middle((turn) => turn.cold.complete / turn.statistics),
      1
    ]
  ])
})

const { gateway, lack } = await realGateway("counted")
if (gateway === undefined) {
  console.log(`skipped bucketListing, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
  const all = Effect.andThen(Effect.andThen(measure(gateway, 0), measure(gateway, 1)), measureCluster(gateway))
  const run = all.pipe(Effect.provide(services(gateway, dataDir)), Effect.timeout(Duration.minutes(9)))
  await Effect.runPromise(run).finally(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await releaseRealGateways()
  })
}
