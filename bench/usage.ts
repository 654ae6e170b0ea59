import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Duration, Effect, Layer, Option, Redacted, Stream } from "effect"
import { SingleRunner } from "effect/cluster"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import * as UsageDaysSql from "#layers/sql/usage/UsageDaysSql.ts"
import * as UsageSnapshotsSql from "#layers/sql/usage/UsageSnapshotsSql.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageScans } from "#services/usage/UsageScans.ts"
import { UsageActor } from "#streams/usage/UsageActor.ts"
import { UsageShared } from "#streams/usage/UsageShared.ts"
import { anyIntent } from "../test/support/anyIntent.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const size = benchSize("BUCKETS", 2_000, 20)
const rounds = benchSize("ROUNDS", 15, 1)

const held = ({ accessKey, secretKey }: { readonly accessKey: string; readonly secretKey: string }) =>
  GatewayCredential.opened({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })

const contextOf = (gateway: RealGateway, listingKey: string): ResolvedContext => {
  const [{ root }] = gateway.accounts
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
    bucketOwner: { _tag: "Uid", uid: root.uid },
    listingKey
  }
}

const bare = (gateway: RealGateway) =>
  Effect.promise(async () => {
    const query = { format: "json", stats: "true", uid: gateway.accounts[0].root.uid }
    const headers = await signRequest({
      method: "GET",
      url: gateway.url,
      path: "/admin/bucket",
      query,
      region: "default",
      service: "s3",
      form: null,
      key: { access_key: gateway.admin.accessKey, secret_key: Redacted.make(gateway.admin.secretKey) }
    })
    const response = await fetch(`${gateway.url}/admin/bucket?${new URLSearchParams(query)}`, { headers })
    if (!response.ok) throw new Error(`statistics: ${response.status} ${await response.text()}`)
    return response.text()
  })

const services = (gateway: RealGateway, dataDir: string) =>
  UsageShared.pipe(
    Layer.provide(UsageActor),
    Layer.provide(UsageScans.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        UsageSnapshotsSql.layer,
        UsageDaysSql.layer,
        Layer.mock(AdminTargets, {}),
        Layer.mock(ExecutionContexts, {
          forListing: (key) => Effect.succeed(contextOf(gateway, key))
        })
      )
    ),
    Layer.provideMerge(Gateways),
    Layer.provide(SingleRunner.layer({ runnerStorage: "memory" }).pipe(Layer.provide(NodeCrypto.layerDigest))),
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
    Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 10 })),
    Layer.provide(TestSettings())
  )

const makeBuckets = Effect.fnUntraced(function* (gateway: RealGateway) {
  const { s3 } = contextOf(gateway, "")
  const buckets = yield* BucketGateway
  gateway.radosgwAdmin("account", "modify", "--account-id", gateway.accounts[0].id, "--max-buckets", "0")
  const there = new Set((yield* buckets.list(s3)).map(({ name }) => name))
  const names = Array.from({ length: size }, (_, index) => `bench-0-${String(index).padStart(5, "0")}`)
  yield* Effect.forEach(
    names.filter((name) => !there.has(name)),
    (name) => buckets.create(s3, name, { objectLock: false }),
    { concurrency: 8, discard: true }
  ).pipe(Effect.provide(anyIntent))
})

const quartiles = (values: ReadonlyArray<number>) => {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.25, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(2)).join(" to ")
}

const measure = Effect.fnUntraced(function* (gateway: RealGateway) {
  yield* makeBuckets(gateway)
  const usage = yield* Usage
  const recount = (key: string) =>
    Effect.map(Stream.runLast(usage.recount(contextOf(gateway, key), "statistics")), (last) => {
      if (Option.isNone(last) || last.value.event !== "result" || last.value.data.statistics.bucket_count < size)
        throw new Error("a recount missed buckets")
    })
  yield* Effect.all([bare(gateway), recount("warm-up"), bare(gateway), recount("again")])
  // alternates, so that other load affects both sides
  const turns = yield* Effect.forEach(
    Array.from({ length: rounds }, (_, round) => round),
    (round) =>
      Effect.gen(function* () {
        const before = yield* milliseconds(bare(gateway))
        const ours = yield* milliseconds(recount(round % 2 === 0 ? `new-${round}` : "again"))
        const after = yield* milliseconds(bare(gateway))
        return { statistics: (before + after) / 2, ours, ratio: ours / ((before + after) / 2) }
      })
  )
  const ratios = turns.map(({ ratio }) => ratio)
  const crowd = yield* milliseconds(
    Effect.all(
      Array.from({ length: 500 }, () => recount("crowd")),
      { concurrency: "unbounded" }
    )
  )
  printTable(`Usage of ${size} buckets on Ceph RGW, medians of ${rounds}`, [
    ["bare stats=true", median(turns.map(({ statistics }) => statistics)), null, null],
    ["recount, with its rows and days written down", median(turns.map(({ ours }) => ours)), median(ratios), 1.2],
    ["500 watchers of one recount, all rows to each", crowd, null, null]
  ])
  console.log(
    `  ratios: quartiles ${quartiles(ratios)}, from ${Math.min(...ratios).toFixed(2)} to ` +
      `${Math.max(...ratios).toFixed(2)}`
  )
})

const { gateway, lack } = await realGateway("counted")
if (gateway === undefined) {
  console.log(`skipped usage, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
  await Effect.runPromise(
    measure(gateway).pipe(Effect.provide(services(gateway, dataDir)), Effect.timeout(Duration.minutes(9)))
  ).finally(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await releaseRealGateways()
  })
}
