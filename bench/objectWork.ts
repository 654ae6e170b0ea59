import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, printRatios } from "./support/figures.ts"
import { finishedWork } from "./support/finishedWork.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { managedService } from "./support/managedService.ts"
import { countBelow, fillBucket } from "./support/manyObjects.ts"
import { isInstalled, rclone } from "./support/otherProgram.ts"
import { measured } from "./support/processorTime.ts"
import { benchSize, missLimit } from "./support/size.ts"

// PROFILE=<folder> writes a CPU profile of the service; ONLY=copy or ONLY=remove limits the work
const keys = benchSize("KEYS", 20_000, 60)
const rounds = benchSize("ROUNDS", 3, 1)
const only = (["copy", "remove"] as const).find((what) => what === process.env["ONLY"])

const names = (["ours", "rclone"] as const).filter((name) => name === "ours" || isInstalled(name))

const measure = async (gateway: RealGateway) => {
  const [{ root }] = gateway.accounts
  const client = gatewayClient(gateway, root)
  const service = await managedService(gateway)
  const hands = ["--transfers", "32", "--checkers", "32"] as const
  const contenders = {
    ours: {
      copy: (bucket: string) =>
        finishedWork(service, "browser", `${bucket}/copies`, {
          prefixes: ["all/"],
          base: "all/",
          target: { bucket_name: bucket, prefix: "copy/" },
          on_conflict: "skip"
        }),
      remove: (bucket: string) => finishedWork(service, "browser", `${bucket}/deletions`, { prefixes: ["all/"] })
    },
    rclone: {
      copy: (bucket: string) => rclone(gateway, "copy", `gateway:${bucket}/all`, `gateway:${bucket}/copy`, ...hands),
      remove: (bucket: string) => rclone(gateway, "purge", `gateway:${bucket}/all`, ...hands)
    }
  } as const
  const works = only === undefined ? (["copy", "remove"] as const) : [only]
  const times = {
    copy: { ours: [] as Array<number>, rclone: [] as Array<number> },
    remove: { ours: [] as Array<number>, rclone: [] as Array<number> }
  }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const bucket = `bench-${name}-${process.pid}-${round}`
        await fillBucket(gateway, client, bucket, keys, "all/")
        for (const what of works) {
          const { each, others, seconds } = await measured(service.dataDir, keys, () => contenders[name][what](bucket))
          const [prefix, wanted] = what === "copy" ? ["copy/", keys] : ["all/", 0]
          if ((await countBelow(client, bucket, prefix)) !== wanted)
            throw new Error(`${name} did something else than ${what}`)
          times[what][name].push(seconds)
          console.log(
            `  ${name.padEnd(8)}${what.padEnd(8)}${seconds.toFixed(1).padStart(6)} s ` +
              `(${(keys / seconds).toFixed(0)}/s)   processor ms/key: ${each}; of the machine others had ` +
              `${(others * 100).toFixed(0)} %`
          )
        }
      }
    }
    if (!names.includes("rclone")) {
      console.log("  rclone is not installed: no ratio")
      missLimit()
      return
    }
    const lines = { copy: ["copied, beside rclone copy", 1.2], remove: ["deleted, beside rclone purge", 1.3] } as const
    printRatios(
      `Work on ${keys} objects of one gateway, medians of ${rounds} (s)`,
      works.map((what) => ({
        what: lines[what][0],
        aim: lines[what][1],
        ours: median(times[what].ours),
        peer: median(times[what].rclone),
        ratio: median(times[what].ours.map((seconds, round) => (times[what].rclone[round] ?? Number.NaN) / seconds))
      }))
    )
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped work on objects: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
