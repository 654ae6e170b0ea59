import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectsCommand, HeadBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, percentile, printRatios, printTable } from "./support/figures.ts"
import { managedService } from "./support/managedService.ts"
import { processorTime } from "./support/processorTime.ts"

const keys = Number(process.env["KEYS"] ?? 100_000)
const rounds = Number(process.env["ROUNDS"] ?? 3)
/** The bystander's GETs while nothing else goes on, in milliseconds. */
const idleFor = 5_000
const bystanders = "bench-bystander"

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
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: `folder ${index % 50}/object ${String(index).padStart(7, "0")}`, Body: "x" }))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

const run = async (program: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
  // a bundle for the SDKs of others, which rclone cannot use
  const { AWS_CA_BUNDLE: _, ...own } = process.env
  const child = spawn(program, args, { env: { ...own, ...env }, stdio: ["ignore", "ignore", "pipe"] })
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => { said += text })
  const [code] = await once(child, "exit") as [number]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.slice(-1_000)}`)
}

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0

/** The loop that anybody writes: a page, and all of it deleted, one request at a time. */
const bare = async (client: S3Client, bucket: string) => {
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    if (Contents.length === 0) break
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: true, Objects: Contents.map(({ Key }) => ({ Key: Key! })) } }))
  }
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
}

interface Contender {
  readonly name: "ours" | "bare" | "s3cmd" | "rclone"
  readonly empty: (bucket: string) => Promise<void>
}

const contenders = (gateway: RealGateway, client: S3Client, service: Awaited<ReturnType<typeof managedService>>): ReadonlyArray<Contender> => {
  const [{ root }] = gateway.accounts
  const host = new URL(gateway.url).host
  const all: ReadonlyArray<Contender> = [
    {
      name: "ours",
      empty: async (bucket) => {
        const { browser, contextId } = service
        const begun = await browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, { delete_bucket: true })
        if (begun.status !== 201) throw new Error(begun.text)
        for (let state = ""; state !== "completed";) {
          await new Promise((resolve) => setTimeout(resolve, 250))
          state = (await browser.get(`/api/manager/work/${begun.body["id"]}?context_id=${contextId}`)).body["state"]
          if (/canceled|errors/.test(state)) throw new Error((await browser.get(`/api/manager/work/${begun.body["id"]}/items?context_id=${contextId}`)).text)
        }
      }
    },
    { name: "bare", empty: (bucket) => bare(client, bucket) },
    {
      name: "s3cmd",
      empty: (bucket) => run("s3cmd", [
        `--access_key=${root.accessKey}`, `--secret_key=${root.secretKey}`, `--host=${host}`, `--host-bucket=${host}`, "--no-ssl", "--region=default", "--quiet",
        "rb", "--recursive", "--force", `s3://${bucket}`
      ])
    },
    {
      name: "rclone",
      empty: (bucket) => run("rclone", ["purge", `gateway:${bucket}`], {
        RCLONE_CONFIG_GATEWAY_TYPE: "s3", RCLONE_CONFIG_GATEWAY_PROVIDER: "Ceph", RCLONE_CONFIG_GATEWAY_ENDPOINT: gateway.url,
        RCLONE_CONFIG_GATEWAY_ACCESS_KEY_ID: root.accessKey, RCLONE_CONFIG_GATEWAY_SECRET_ACCESS_KEY: root.secretKey
      })
    }
  ]
  return all.filter(({ name }) => {
    const there = name === "ours" || name === "bare" || isThere(name)
    if (!there) console.log(`without ${name}: it is not installed`)
    return there
  })
}

const bystander = async (gateway: RealGateway, client: S3Client) => {
  const [{ root }] = gateway.accounts
  await client.send(new CreateBucketCommand({ Bucket: bystanders }))
  await client.send(new PutObjectCommand({ Bucket: bystanders, Key: "wanted", Body: "x".repeat(1_024) }))
  const worker = new Worker(new URL("./support/bystander.ts", import.meta.url), {
    workerData: { endpoint: gateway.url, accessKeyId: root.accessKey, secretAccessKey: root.secretKey, bucket: bystanders, key: "wanted" }
  })
  const told = async () => {
    worker.postMessage("tell")
    const [times] = await once(worker, "message") as [ReadonlyArray<number>]
    return percentile(times, 0.95)
  }
  return { begin: () => worker.postMessage("begin"), told, stop: () => worker.terminate() }
}

const measure = async (gateway: RealGateway) => {
  const client = clientOf(gateway)
  const service = await managedService(gateway)
  const watching = await bystander(gateway, client)
  const seen = new Map<string, Array<{ readonly seconds: number; readonly idle: number; readonly busy: number }>>()
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { empty, name } of contenders(gateway, client, service)) {
        const bucket = `bench-${name}-${process.pid}-${round}`
        await fill(client, bucket)
        // what filling left for the gateway to do
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        watching.begin()
        await new Promise((resolve) => setTimeout(resolve, idleFor))
        const idle = await watching.told()
        watching.begin()
        const before = processorTime(service.dataDir)
        const began = performance.now()
        await empty(bucket)
        const seconds = (performance.now() - began) / 1_000
        const after = processorTime(service.dataDir)
        const taken = (["gateway", "service", "database"] as const).map((who) => `${who} ${((after[who] - before[who]) / keys).toFixed(3)}`).join(", ")
        const busy = await watching.told()
        const left = await client.send(new HeadBucketCommand({ Bucket: bucket })).then(() => true, () => false)
        if (left) throw new Error(`${name} left its bucket`)
        seen.set(name, [...seen.get(name) ?? [], { seconds, idle, busy }])
        console.log(`  ${name.padEnd(8)}${seconds.toFixed(1).padStart(8)} s ${(keys / seconds).toFixed(0).padStart(6)} keys/s   bystander's p95 ${idle.toFixed(2)} -> ${busy.toFixed(2)} ms (${(busy / idle).toFixed(2)})   processor ms/key: ${taken}`)
      }
    }
    const of = (name: string) => seen.get(name) ?? []
    const peers = ([["bare", 1], ["s3cmd", 5], ["rclone", 1.3]] as const).filter(([name]) => of(name).length > 0)
    printRatios(`Emptying and deleting a bucket of ${keys} keys on Ceph RGW, medians of ${rounds} (s)`, peers.map(([name, aim]) => ({
      what: `beside ${name}${name === "bare" ? ", one DeleteObjects at a time" : ""}`, ours: median(of("ours").map(({ seconds }) => seconds)), peer: median(of(name).map(({ seconds }) => seconds)),
      ratio: median(of("ours").map(({ seconds }, round) => (of(name)[round]?.seconds ?? Number.NaN) / seconds)), aim: name === "bare" ? 0 : aim
    })))
    printTable("A bystander's GET meanwhile: p95 of what it is when nothing goes on", [...seen].map(([name, times]) => [
      name, median(times.map(({ busy }) => busy)), median(times.map(({ busy, idle }) => busy / idle)), name === "ours" ? 2 : null
    ]))
    for (const [name, times] of seen) console.log(`  ${name}: ${times.map(({ busy, idle, seconds }) => `${seconds.toFixed(1)} s at ${(busy / idle).toFixed(2)}`).join(", ")}`)
  } finally {
    await watching.stop()
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("a")
if (gateway === undefined) {
  console.log(`skipped emptying, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
