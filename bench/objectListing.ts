import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median, printRatios } from "./support/figures.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { benchSize } from "./support/size.ts"

const keys = benchSize("KEYS", 20_000, 60)
const rounds = benchSize("ROUNDS", 9, 1)
const bucket = `bench-${keys}-keys`

const makeKeys = async (client: S3Client) => {
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const last = await client.send(new ListObjectsV2Command({ Bucket: bucket, StartAfter: keyOf(keys - 2) }))
  if (last.KeyCount !== 0) return
  let next = 0
  const worker = async () => {
    while (next < keys)
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(next++), Body: new Uint8Array() }))
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

const keyOf = (index: number) => `folder/object ${String(index).padStart(6, "0")}.txt`

const withSdk = async (client: S3Client) => {
  let found = 0
  let token: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }))
    found += page.Contents?.length ?? 0
    token = page.NextContinuationToken
  } while (token !== undefined)
  return found
}

const withService = async (origin: string, cookie: string) => {
  let found = 0
  let token: string | null = null
  do {
    const query = new URLSearchParams({
      context_id: "s3-session",
      delimiter: "",
      ...(token === null ? {} : { continuation_token: token })
    })
    const response = await fetch(`${origin}/api/browser/buckets/${bucket}/objects?${query}`, { headers: { cookie } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const page = (await response.json()) as {
      readonly objects: ReadonlyArray<unknown>
      readonly next_continuation_token: string | null
    }
    found += page.objects.length
    token = page.next_continuation_token
  } while (token !== null)
  return found
}

const signIn = async (origin: string, { url, user }: RealGateway) => {
  const response = await fetch(`${origin}/api/auth/login/s3`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({
      access_key: user.accessKey,
      secret_key: user.secretKey,
      endpoint_url: url.replace("127.0.0.1", "localhost")
    })
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
}

const timed = async (work: () => Promise<number>) => {
  const began = performance.now()
  const found = await work()
  if (found !== keys) throw new Error(`${found} keys instead of ${keys}`)
  return performance.now() - began
}

const measure = async (gateway: RealGateway) => {
  const client = gatewayClient(gateway, gateway.user)
  await makeKeys(client)
  const service = await startService({
    env: { USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: "localhost", OUTBOUND_PRIVATE_HOSTS: "localhost" }
  })
  try {
    const cookie = await signIn(service.origin, gateway)
    const sdk = () => timed(() => withSdk(client))
    const ours = () => timed(() => withService(service.origin, cookie))
    for (let warm = 0; warm < 2; warm++) await ours().then(sdk)
    const turns: Array<{ readonly sdk: number; readonly ours: number }> = []
    // alternates, so that other load affects both sides
    for (let round = 0; round < rounds; round++) turns.push({ sdk: await sdk(), ours: await ours() })
    printRatios(`Listing ${keys} keys in pages of 1,000 on Ceph RGW, medians of ${rounds} (ms)`, [
      {
        what: "through /api/browser, beside the SDK's loop",
        ours: median(turns.map((turn) => turn.ours)),
        peer: median(turns.map((turn) => turn.sdk)),
        ratio: median(turns.map((turn) => turn.sdk / turn.ours)),
        aim: 0.95
      }
    ])
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped objectListing, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
