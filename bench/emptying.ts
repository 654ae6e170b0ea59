import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, percentile, printRatios, printTable } from "./support/figures.ts"
import { finishedWork } from "./support/finishedWork.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { managedService } from "./support/managedService.ts"
import { fillBucket } from "./support/manyObjects.ts"
import { isInstalled, rclone, runProgram } from "./support/otherProgram.ts"
import { measured } from "./support/processorTime.ts"
import { benchSize } from "./support/size.ts"

const keys = benchSize("KEYS", 100_000, 60)
const rounds = benchSize("ROUNDS", 3, 1)
const idleFor = benchSize("IDLE_FOR", 5_000, 100)
const bystanders = "bench-bystander"

const bare = async (client: S3Client, bucket: string) => {
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    if (Contents.length === 0) break
    await client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Quiet: true, Objects: Contents.map(({ Key }) => ({ Key: Key! })) }
      })
    )
  }
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
}

interface Contender {
  readonly name: "ours" | "bare" | "s3cmd" | "rclone"
  readonly empty: (bucket: string) => Promise<void>
}

const contenders = (
  gateway: RealGateway,
  client: S3Client,
  service: Awaited<ReturnType<typeof managedService>>
): ReadonlyArray<Contender> => {
  const [{ root }] = gateway.accounts
  const host = new URL(gateway.url).host
  const all: ReadonlyArray<Contender> = [
    {
      name: "ours",
      empty: (bucket) => finishedWork(service, "manager", `${bucket}/emptying`, { delete_bucket: true })
    },
    { name: "bare", empty: (bucket) => bare(client, bucket) },
    {
      name: "s3cmd",
      empty: (bucket) =>
        runProgram("s3cmd", [
          `--access_key=${root.accessKey}`,
          `--secret_key=${root.secretKey}`,
          `--host=${host}`,
          `--host-bucket=${host}`,
          "--no-ssl",
          "--region=default",
          "--quiet",
          "rb",
          "--recursive",
          "--force",
          `s3://${bucket}`
        ])
    },
    { name: "rclone", empty: (bucket) => rclone(gateway, "purge", `gateway:${bucket}`) }
  ]
  return all.filter(({ name }) => {
    const there = name === "ours" || name === "bare" || isInstalled(name)
    if (!there) console.log(`without ${name}: it is not installed`)
    return there
  })
}

const bystander = async (gateway: RealGateway, client: S3Client) => {
  const [{ root }] = gateway.accounts
  await client.send(new CreateBucketCommand({ Bucket: bystanders }))
  await client.send(new PutObjectCommand({ Bucket: bystanders, Key: "wanted", Body: "x".repeat(1_024) }))
  const worker = new Worker(new URL("./support/bystander.ts", import.meta.url), {
    workerData: {
      endpoint: gateway.url,
      accessKeyId: root.accessKey,
      secretAccessKey: root.secretKey,
      bucket: bystanders,
      key: "wanted"
    }
  })
  const measured = async () => {
    worker.postMessage("tell")
    const [times] = (await once(worker, "message")) as [ReadonlyArray<number>]
    return percentile(times, 0.95)
  }
  return { begin: () => worker.postMessage("begin"), measured, stop: () => worker.terminate() }
}

const measure = async (gateway: RealGateway) => {
  const client = gatewayClient(gateway, gateway.accounts[0].root)
  const service = await managedService(gateway)
  const watching = await bystander(gateway, client)
  const seen = new Map<string, Array<{ readonly seconds: number; readonly idle: number; readonly busy: number }>>()
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { empty, name } of contenders(gateway, client, service)) {
        const bucket = `bench-${name}-${process.pid}-${round}`
        await fillBucket(gateway, client, bucket, keys)
        // the gateway finishes work of the fill
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        watching.begin()
        await new Promise((resolve) => setTimeout(resolve, idleFor))
        const idle = await watching.measured()
        watching.begin()
        const { each, seconds } = await measured(service.dataDir, keys, () => empty(bucket))
        const busy = await watching.measured()
        const left = await client.send(new HeadBucketCommand({ Bucket: bucket })).then(
          () => true,
          () => false
        )
        if (left) throw new Error(`${name} left its bucket`)
        seen.set(name, [...(seen.get(name) ?? []), { seconds, idle, busy }])
        console.log(
          `  ${name.padEnd(8)}${seconds.toFixed(1).padStart(8)} s ${(keys / seconds).toFixed(0).padStart(6)} ` +
            `keys/s   bystander's p95 ${idle.toFixed(2)} -> ${busy.toFixed(2)} ms (${(busy / idle).toFixed(2)})  ` +
            ` processor ms/key: ${each}`
        )
      }
    }
    const of = (name: string) => seen.get(name) ?? []
    const peers = (
      [
        ["bare", 1],
        ["s3cmd", 5],
        ["rclone", 1.3]
      ] as const
    ).filter(([name]) => of(name).length > 0)
    printRatios(
      `Emptying and deleting a bucket of ${keys} keys on Ceph RGW, medians of ${rounds} (s)`,
      peers.map(([name, aim]) => ({
        what: `beside ${name}${name === "bare" ? ", one DeleteObjects at a time" : ""}`,
        ours: median(of("ours").map(({ seconds }) => seconds)),
        peer: median(of(name).map(({ seconds }) => seconds)),
        ratio: median(of("ours").map(({ seconds }, round) => (of(name)[round]?.seconds ?? Number.NaN) / seconds)),
        aim: name === "bare" ? 0 : aim
      }))
    )
    printTable(
      "A bystander's GET meanwhile: p95 of what it is when nothing goes on",
      [...seen].map(([name, times]) => [
        name,
        median(times.map(({ busy }) => busy)),
        median(times.map(({ busy, idle }) => busy / idle)),
        name === "ours" ? 2 : null
      ])
    )
    for (const [name, times] of seen)
      console.log(
        `  ${name}: ${times.map(({ busy, idle, seconds }) => `${seconds.toFixed(1)} s at ${(busy / idle).toFixed(2)}`).join(", ")}`
      )
  } finally {
    await watching.stop()
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped emptying, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
