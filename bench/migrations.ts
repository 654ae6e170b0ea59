import type { S3Client } from "@aws-sdk/client-s3"
import { setTimeout as sleep } from "node:timers/promises"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, printRatios, printTable, type Ratio } from "./support/figures.ts"
import { finishedMigration } from "./support/finishedMigration.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { managedService } from "./support/managedService.ts"
import { countBelow, fillBucket } from "./support/manyObjects.ts"
import { isInstalled, rcloneBetween } from "./support/otherProgram.ts"
import { measured } from "./support/processorTime.ts"
import { residentBytes } from "./support/residentMemory.ts"
import { benchSize, missLimit } from "./support/size.ts"

// PROFILE=<folder> writes a CPU profile of the service; ONLY=same, ONLY=small or ONLY=large limits the work
const keys = benchSize("KEYS", 20_000, 60)
const smallKeys = benchSize("SMALL_KEYS", 5_000, 60)
const largeKeys = benchSize("LARGE_KEYS", 20, 2)
const largeMebibytes = benchSize("LARGE_MIB", 64, 20)
const rounds = benchSize("ROUNDS", 3, 1)
const idleMilliseconds = benchSize("IDLE_MS", 5_000, 100)

const MEBIBYTE = 1_024 ** 2
const MAX_MEMORY_MIB = 100
const hands = ["--transfers", "32", "--checkers", "32"] as const
const names = (["ours", "rclone"] as const).filter((name) => name === "ours" || isInstalled(name))

interface Work {
  readonly name: "same" | "small" | "large"
  readonly what: string
  readonly count: number
  readonly size: number
  readonly between: boolean
  readonly aim: number
}

const works: ReadonlyArray<Work> = [
  { name: "same", what: `${keys} of 4 KiB, one gateway`, count: keys, size: 4_096, between: false, aim: 1 },
  { name: "small", what: `${smallKeys} of 1 byte, two gateways`, count: smallKeys, size: 1, between: true, aim: 1 },
  {
    name: "large",
    what: `${largeKeys} of ${largeMebibytes} MiB, two gateways`,
    count: largeKeys,
    size: largeMebibytes * MEBIBYTE,
    between: true,
    aim: 0.9
  }
]
const chosen = works.filter(({ name }) => (process.env["ONLY"] ?? name) === name)

const holdsAll = async (client: S3Client, bucket: string, count: number, who: string) => {
  const found = await countBelow(client, bucket, "")
  if (found !== count) throw new Error(`${who}: ${found} objects at the target, not ${count}`)
}

const measure = async (gateway: RealGateway, other: RealGateway) => {
  const client = gatewayClient(gateway, gateway.accounts[0].root)
  const otherClient = gatewayClient(other, other.accounts[0].root)
  const service = await managedService(gateway)
  const ratios: Array<Ratio> = []
  let growth = 0
  try {
    const otherContext = await service.addGateway("other gateway", other)
    await sleep(idleMilliseconds)
    const idle = residentBytes(service.pid)
    for (const { aim, between, count, name: work, size, what } of chosen) {
      const source = `bench-${work}-${process.pid}`
      await fillBucket(gateway, client, source, count, "", size)
      const [targetClient, remote] = between ? [otherClient, "other"] : [client, "gateway"]
      const targetContextId = between ? otherContext : service.contextId
      const times = { ours: [] as Array<number>, rclone: [] as Array<number> }
      for (let round = 0; round < rounds; round++) {
        for (const name of names) {
          const target = `${source}-${name}-${round}`
          let note = ""
          const copy = {
            ours: async () => {
              const order = { source, target, targetContextId, objects: count, isProved: true }
              const done = await finishedMigration(service, order)
              growth = Math.max(growth, done.peak - idle)
              note = `, memory above idle ${((done.peak - idle) / MEBIBYTE).toFixed(0)} MiB`
              return done.seconds
            },
            rclone: async () => {
              const began = performance.now()
              await rcloneBetween(gateway, other, "copy", `gateway:${source}`, `${remote}:${target}`, ...hands)
              return (performance.now() - began) / 1_000
            }
          }[name]
          let seconds = 0
          const { each, others } = await measured(service.dataDir, count, async () => {
            seconds = await copy()
          })
          await holdsAll(targetClient, target, count, name)
          times[name].push(seconds)
          const speed = `${(count / seconds).toFixed(0)}/s, ${((count * size) / MEBIBYTE / seconds).toFixed(1)} MiB/s`
          console.log(
            `  ${work.padEnd(7)}${name.padEnd(8)}${seconds.toFixed(1).padStart(6)} s ` +
              `(${speed})${note}   ` +
              `processor ms/object: ${each}; of the machine others had ${(others * 100).toFixed(0)} %`
          )
        }
      }
      ratios.push({
        what,
        aim,
        ours: median(times.ours),
        peer: median(times.rclone),
        ratio: median(times.ours.map((seconds, round) => (times.rclone[round] ?? Number.NaN) / seconds))
      })
    }
    printTable("Memory of the service during migrations", [
      ["largest resident memory above idle, MiB", growth / MEBIBYTE, growth / MEBIBYTE, MAX_MEMORY_MIB]
    ])
    if (!names.includes("rclone")) {
      console.log("  rclone is not installed: no ratio")
      missLimit()
      return
    }
    printRatios(`Migrations with their verification, beside rclone copy, medians of ${rounds} (s)`, ratios)
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
const { gateway: other, lack: otherLack } = await realGateway("b")
if (gateway === undefined || other === undefined) {
  console.log(`skipped migrations: ${lack ?? otherLack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
  await releaseRealGateways()
} else {
  await measure(gateway, other).finally(releaseRealGateways)
}
