import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { Effect, Layer, Stream } from "effect"
import { S3 } from "#layers/compose/S3.ts"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { pagesOfKeys } from "#services/buckets/lifecycle/pagesOfKeys.ts"
import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { dailyRuns, lifecyclePlan } from "#domain/buckets/lifecycle/lifecyclePlan.ts"
import { simulationCount } from "#domain/buckets/lifecycle/simulationCount.ts"
import { targetOf } from "../test/gateway/contract/s3Gateway.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, printRatios } from "./support/figures.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { benchSize } from "./support/size.ts"

const keys = benchSize("KEYS", 100_000, 60)
const rounds = benchSize("ROUNDS", 5, 1)
const bucket = `bench-lifecycle-${keys}`
const horizons = [1, 7, 30, 90]
const day = 86_400_000
const later = 31 * day

const keyOf = (index: number) =>
  `${index % 3 === 0 ? "logs" : index % 3 === 1 ? "tmp" : "data"}/${String(index).padStart(7, "0")}.txt`
const sizeOf = (index: number) => index % 5

const makeKeys = async (client: S3Client) => {
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const last = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(keys - 1) }))
  if (last.KeyCount === 1) return
  let next = 0
  const worker = async () => {
    while (next < keys) {
      const index = next++
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: keyOf(index), Body: new Uint8Array(sizeOf(index)) })
      )
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

const withSdk = async (client: S3Client, now: number) => {
  let found = 0
  let bytes = 0
  let seen = 0
  const midnight = (Math.floor(now / day) + 7) * day
  let token: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }))
    for (const { Key = "", LastModified, Size = 0 } of page.Contents ?? []) {
      seen++
      const after = Key.startsWith("logs/1")
        ? null
        : Key.startsWith("logs/")
          ? 30
          : Key.startsWith("tmp/") && Size > 2
            ? 7
            : null
      if (after === null || LastModified === undefined || LastModified.getTime() + after * day > midnight) continue
      found++
      bytes += Size
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
  return { found, bytes, seen }
}

const rule = (id: string, prefix: string, days: number, above: number | null): LifecycleRule => ({
  id,
  enabled: true,
  filter: { prefix, tags: [], size_greater_than: above, size_less_than: null },
  expiration: { days },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
})
const rules = [
  ...Array.from({ length: 9 }, (_, digit) =>
    rule(`logs ${digit}`, `logs/${digit === 0 ? "0" : String(digit + 1)}`, 30, null)
  ),
  rule("tmp", "tmp/", 7, 2),
  rule("data", "data/", 3_650, null)
]

const simulated = Effect.fnUntraced(function* (gateway: RealGateway, now: number) {
  const scan = yield* LifecycleScan
  const target = targetOf(gateway.url, gateway.user)
  const count = simulationCount(
    lifecyclePlan(rules, { dialect: "rgw", versioning: "off", runs: dailyRuns(now, 90) }),
    rules,
    horizons
  )
  yield* pagesOfKeys<string, unknown, never>((after) => scan.objects(target, bucket, "", after)).pipe(
    Stream.runForEach((some) =>
      Effect.sync(() => {
        for (const { key, versions } of some) count.key(key, versions, () => [])
      })
    )
  )
  const { effects } = count.result()
  return { found: effects[1]?.expired.count, bytes: effects[1]?.expired.bytes, seen: count.processed() }
})

const Adapters = S3.pipe(Layer.provideMerge(EndpointGuard.layer), Layer.provide(TestSettings()))

const measure = Effect.fnUntraced(function* (gateway: RealGateway) {
  const client = gatewayClient(gateway, gateway.user)
  yield* Effect.promise(() => makeKeys(client))
  const now = Date.now() + later
  const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const began = performance.now()
      const value = yield* work
      return { value, took: performance.now() - began }
    })
  const turns: Array<{ readonly sdk: number; readonly ours: number }> = []
  // alternates, so that other load affects both sides; the first round warms up
  for (let round = 0; round <= rounds; round++) {
    const sdk = yield* timed(Effect.promise(() => withSdk(client, now)))
    const ours = yield* timed(simulated(gateway, now))
    if (JSON.stringify(sdk.value) !== JSON.stringify(ours.value) || sdk.value.seen !== keys || sdk.value.found === 0) {
      return yield* Effect.die(
        new Error(`the recount says ${JSON.stringify(sdk.value)}, the simulation ${JSON.stringify(ours.value)}`)
      )
    }
    if (round === 0)
      console.log(
        `${ours.value.found} of ${keys} objects, ${ours.value.bytes} bytes, would go within 7 days; the ` +
          "recount says the same"
      )
    else turns.push({ sdk: sdk.took, ours: ours.took })
  }
  const ratios = turns.map(({ ours, sdk }) => sdk / ours)
  printRatios(
    `Simulating ${rules.length} lifecycle rules on ${keys} objects of Ceph RGW, beside listing them, medians ` +
      `of ${rounds} (ms)`,
    [
      {
        what: "the simulation, beside the SDK's bare listing",
        ours: median(turns.map(({ ours }) => ours)),
        peer: median(turns.map(({ sdk }) => sdk)),
        ratio: median(ratios),
        aim: 0.8
      }
    ]
  )
  console.log(`  ratios from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`)
})

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped lifecycleSimulation, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await Effect.runPromise(Effect.scoped(measure(gateway)).pipe(Effect.provide(Adapters))).finally(releaseRealGateways)
}
