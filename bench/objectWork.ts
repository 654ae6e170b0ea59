import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, printRatios } from "./support/figures.ts"
import { managedService } from "./support/managedService.ts"
import { processorTime } from "./support/processorTime.ts"

const keys = Number(process.env["KEYS"] ?? 20_000)
const rounds = Number(process.env["ROUNDS"] ?? 3)

const clientOf = ({ accounts: [{ root }], url }: RealGateway) =>
  new S3Client({
    endpoint: url, region: "default", forcePathStyle: true, requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED",
    credentials: { accessKeyId: root.accessKey, secretAccessKey: root.secretKey }
  })

const fill = async (client: S3Client, bucket: string) => {
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  let next = 0
  const worker = async () => {
    while (next < keys) {
      const index = next++
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: `all/folder ${index % 50}/object ${String(index).padStart(7, "0")}`, Body: "x" }))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

const counted = async (client: S3Client, bucket: string, prefix: string) => {
  let count = 0
  for (let token: string | undefined; ;) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
    count += page.KeyCount ?? 0
    if (page.NextContinuationToken === undefined) return count
    token = page.NextContinuationToken
  }
}

const rclone = async ({ accounts: [{ root }], url }: RealGateway, ...args: ReadonlyArray<string>) => {
  // a bundle for the SDKs of others, which rclone cannot use
  const { AWS_CA_BUNDLE: _, ...own } = process.env
  const child = spawn("rclone", args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...own, RCLONE_CONFIG_GATEWAY_TYPE: "s3", RCLONE_CONFIG_GATEWAY_PROVIDER: "Ceph", RCLONE_CONFIG_GATEWAY_ENDPOINT: url,
      RCLONE_CONFIG_GATEWAY_ACCESS_KEY_ID: root.accessKey, RCLONE_CONFIG_GATEWAY_SECRET_ACCESS_KEY: root.secretKey
    }
  })
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => { said += text })
  const [code] = await once(child, "exit") as [number]
  if (code !== 0) throw new Error(`rclone ended with ${code}: ${said.slice(-1_000)}`)
}

/** Seconds that it took, and what it cost the gateway and us of the processor: that hardly tells how busy the machine is otherwise. */
const timed = async (dataDir: string, work: () => Promise<void>) => {
  const [began, before] = [performance.now(), processorTime(dataDir)]
  await work()
  const after = processorTime(dataDir)
  const spent = (["gateway", "service", "database"] as const).map((who) => `${who} ${((after[who] - before[who]) / 1_000).toFixed(1)}`)
  return { seconds: (performance.now() - began) / 1_000, spent: spent.join(", ") }
}

const measure = async (gateway: RealGateway) => {
  const client = clientOf(gateway)
  const { browser, contextId, dataDir, stop } = await managedService(gateway)
  const ours = async (bucket: string, path: string, body: object) => {
    const begun = await browser.post(`/api/browser/buckets/${bucket}/${path}?context_id=${contextId}`, body)
    if (begun.status !== 201) throw new Error(begun.text)
    for (let state = ""; state !== "completed";) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      state = (await browser.get(`/api/browser/work/${begun.body["id"]}?context_id=${contextId}`)).body["state"]
      if (/canceled|errors/.test(state)) throw new Error((await browser.get(`/api/browser/work/${begun.body["id"]}/items?context_id=${contextId}`)).text)
    }
  }
  const hands = ["--transfers", "32", "--checkers", "32"] as const
  const times = { copy: { ours: [] as Array<number>, rclone: [] as Array<number> }, remove: { ours: [] as Array<number>, rclone: [] as Array<number> } }
  try {
    for (let round = 0; round < rounds; round++) {
      const buckets = { ours: `bench-ours-${process.pid}-${round}`, rclone: `bench-rclone-${process.pid}-${round}` }
      for (const name of ["ours", "rclone"] as const) {
        const bucket = buckets[name]
        await fill(client, bucket)
        const copy = await timed(dataDir, () => name === "ours"
          ? ours(bucket, "copies", { prefixes: ["all/"], base: "all/", target: { bucket_name: bucket, prefix: "copy/" }, on_conflict: "skip" })
          : rclone(gateway, "copy", `gateway:${bucket}/all`, `gateway:${bucket}/copy`, ...hands))
        if (await counted(client, bucket, "copy/") !== keys) throw new Error(`${name} copied something else`)
        const remove = await timed(dataDir, () => name === "ours" ? ours(bucket, "deletions", { prefixes: ["all/"] }) : rclone(gateway, "purge", `gateway:${bucket}/all`, ...hands))
        if (await counted(client, bucket, "all/") !== 0) throw new Error(`${name} left something`)
        times.copy[name].push(copy.seconds)
        times.remove[name].push(remove.seconds)
        for (const [what, { seconds, spent }] of Object.entries({ copy, delete: remove })) {
          console.log(`  ${name.padEnd(8)}${what.padEnd(8)}${seconds.toFixed(1).padStart(6)} s (${(keys / seconds).toFixed(0)}/s); processor: ${spent} s`)
        }
      }
    }
    printRatios(`Work on ${keys} objects of one gateway, medians of ${rounds} (s)`, ([["copy", "copied, beside rclone copy", 1.2], ["remove", "deleted, beside rclone purge", 1.3]] as const).map(([what, said, aim]) => ({
      what: said, ours: median(times[what].ours), peer: median(times[what].rclone), aim, ratio: median(times[what].ours.map((seconds, round) => (times[what].rclone[round] ?? Number.NaN) / seconds))
    })))
  } finally {
    await stop()
  }
}

const { gateway, lack } = await realGateway("a")
const missing = lack ?? (spawnSync("rclone", ["--version"]).status === 0 ? undefined : "rclone is not installed")
if (gateway === undefined || missing !== undefined) {
  console.log(`skipped work on objects: ${missing}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
