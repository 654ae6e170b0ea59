import { CreateBucketCommand, PutBucketPolicyCommand } from "@aws-sdk/client-s3"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { printTable } from "./support/figures.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { inParallel } from "./support/inParallel.ts"
import { managedService } from "./support/managedService.ts"
import { peakMemory, residentBytes } from "./support/residentMemory.ts"
import { signedRequests } from "./support/signedRequests.ts"
import { benchSize } from "./support/size.ts"

const count = benchSize("BUCKETS", 10_000, 30)
/** Every fourth bucket has a policy; half of these are public. */
const POLICY_EVERY = 4
const BYTES_PER_MEBIBYTE = 1_024 ** 2
const MAX_MEMORY_MIB = 150
const internalToken = "token-of-the-bench"

const policyOf = (bucket: string, isPublic: boolean) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: isPublic ? "Allow" : "Deny",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: `arn:aws:s3:::${bucket}/*`
      }
    ]
  })

const makeBuckets = async (gateway: RealGateway) => {
  const [{ id, root }] = gateway.accounts
  gateway.radosgwAdmin("account", "modify", "--account-id", id, "--max-buckets", "0")
  const client = gatewayClient(gateway, root)
  const names = Array.from({ length: count }, (_, index) => `exposure-${String(index).padStart(5, "0")}`)
  await inParallel(names, MAX_CONCURRENCY, async (Bucket, index) => {
    await client.send(new CreateBucketCommand({ Bucket }))
    if (index % POLICY_EVERY === 0)
      await client.send(
        new PutBucketPolicyCommand({ Bucket, Policy: policyOf(Bucket, index % (2 * POLICY_EVERY) === 0) })
      )
  })
  client.destroy()
}

/** Bare calls of what the check needs: all buckets, and the metadata of each. */
const bareReading = async ({ admin, url }: RealGateway) => {
  const requests = signedRequests(url, admin, MAX_CONCURRENCY)
  const get = (path: string, query: string) => requests.send({ method: "GET", path, query })
  const began = performance.now()
  const buckets: ReadonlyArray<{ readonly bucket: string; readonly id: string; readonly tenant: string }> = JSON.parse(
    await get("/admin/bucket", "stats=true")
  )
  await inParallel(buckets, MAX_CONCURRENCY, async ({ bucket, id, tenant }) => {
    const key = `${tenant === "" ? "" : `${tenant}/`}${bucket}:${id}`
    await get("/admin/metadata/bucket.instance", `key=${encodeURIComponent(key)}`)
  })
  requests.close()
  return { seconds: (performance.now() - began) / 1_000, buckets: buckets.length }
}

const measure = async (gateway: RealGateway) => {
  await makeBuckets(gateway)
  const service = await managedService(gateway, { INTERNAL_CRON_TOKEN: internalToken })
  const check = async () => {
    const began = performance.now()
    const answer = await service.browser.send("POST", "/api/internal/exposure/check", undefined, {
      "x-internal-token": internalToken
    })
    if (answer.status !== 200 || answer.body["unavailable_count"] !== 0 || answer.body["failed_endpoint_count"] !== 0)
      throw new Error(answer.text)
    return { seconds: (performance.now() - began) / 1_000, buckets: Number(answer.body["bucket_count"]) }
  }
  try {
    const idle = residentBytes(service.pid)
    const memory = peakMemory(service.pid)
    const [bare, first, second] = [await bareReading(gateway), await check(), await check()]
    memory.stop()
    const growth = (memory.peak() - idle) / BYTES_PER_MEBIBYTE
    if (first.buckets < count || first.buckets !== second.buckets || bare.buckets !== first.buckets)
      throw new Error(`${bare.buckets}, ${first.buckets} and ${second.buckets} buckets`)
    printTable(`Exposure of ${first.buckets} buckets on Ceph RGW (s)`, [
      ["bare statistics and metadata of each", bare.seconds, null, null],
      ["the first check", first.seconds, first.seconds / bare.seconds, 4],
      ["a check of which nothing changed", second.seconds, second.seconds / bare.seconds, 1.5],
      ["memory above idle (MiB)", growth, growth, MAX_MEMORY_MIB]
    ])
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped exposure, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
