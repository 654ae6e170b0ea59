import { CreateBucketCommand } from "@aws-sdk/client-s3"
import { setTimeout as sleep } from "node:timers/promises"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, printRatios, printTable } from "./support/figures.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { inParallel } from "./support/inParallel.ts"
import { managedService } from "./support/managedService.ts"
import { measured } from "./support/processorTime.ts"
import { signedRequests } from "./support/signedRequests.ts"
import { benchSize } from "./support/size.ts"

// PROFILE=<folder> writes a CPU profile of the service
const count = benchSize("BUCKETS", 1_000, 12)
const rounds = benchSize("ROUNDS", 3, 1)
const MIN_RATIO = 0.8
const CONCURRENCIES = [8, 16, 32] as const
const CREATORS = 8
const PREFIX = "bulk-"

const ruleOf = (days: number) => ({
  id: "expire-temporary",
  enabled: true,
  filter: { prefix: "tmp/", tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
})

const documentOf = (days: number) =>
  '<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule><ID>expire-temporary</ID>' +
  `<Status>Enabled</Status><Filter><Prefix>tmp/</Prefix></Filter><Expiration><Days>${days}</Days></Expiration>` +
  "</Rule></LifecycleConfiguration>"

const makeBuckets = async (gateway: RealGateway) => {
  const [{ id, root }] = gateway.accounts
  gateway.radosgwAdmin("account", "modify", "--account-id", id, "--max-buckets", "0")
  const client = gatewayClient(gateway, root)
  const names = Array.from({ length: count }, (_, index) => `${PREFIX}${String(index).padStart(5, "0")}`)
  await inParallel(names, CREATORS, (Bucket) => client.send(new CreateBucketCommand({ Bucket })))
  client.destroy()
  return names
}

type Service = Awaited<ReturnType<typeof managedService>>

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

const send = async ({ browser }: Service, method: "GET" | "POST", path: string, body?: object) => {
  const answer = await browser.send(method, path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const awaitListing = async (service: Service, workbench: string) => {
  await send(service, "POST", `${workbench}/buckets/cache/refresh`)
  for (let total = 0; total < count; await sleep(200)) {
    const page = await send(service, "POST", `${workbench}/buckets/query`, { search: PREFIX, page_size: 1 })
    total = page["listing"].state === "complete" ? page["total"] : 0
  }
}

const changeAll = async (service: Service, workbench: string, days: number) => {
  const change = { kind: "lifecycle", set: [ruleOf(days)], remove: [] }
  const body = { selection: { query: { search: PREFIX } }, change }
  let planHash = ""
  const spent = async (what: string, work: () => Promise<void>) => {
    const { each, others, seconds } = await measured(service.dataDir, count, work)
    const machine = `of the machine others had ${(others * 100).toFixed(0)} %`
    console.log(`  ${what.padEnd(6)}${seconds.toFixed(2).padStart(7)} s; processor ms/bucket: ${each}; ${machine}`)
    return seconds
  }
  const plan = await spent("plan", async () => {
    const answer = await send(service, "POST", `${workbench}/bucket-changes/plan`, body)
    if (answer["total"] !== count) throw new Error(`${answer["total"]} of ${count} buckets are planned`)
    planHash = answer["plan_hash"]
  })
  let id = 0
  const start = await spent("start", async () => {
    id = (await send(service, "POST", `${workbench}/bucket-changes`, { ...body, plan_hash: planHash }))["id"]
  })
  const work = await spent("work", async () => {
    for (let state = ""; state !== "completed"; await sleep(50)) {
      state = (await send(service, "GET", `${workbench}/work/${id}`))["state"]
      if (/canceled|errors|failed/.test(state))
        throw new Error(JSON.stringify(await send(service, "GET", `${workbench}/work/${id}/items?state=failed`)))
    }
  })
  return { plan, start, work }
}

const measure = async (gateway: RealGateway) => {
  const names = await makeBuckets(gateway)
  const service = await managedService(gateway)
  await service.openClusterAdmin()
  const workbench = `/api/cluster-admin/endpoints/${service.endpointId}`
  const bare = signedRequests(gateway.url, gateway.accounts[0].root, Math.max(...CONCURRENCIES))
  const read = (name: string) =>
    bare.send({ method: "GET", path: `/${name}`, query: "lifecycle=", accepted: [200, 404] })
  const put = (name: string, text: string) =>
    bare.send({
      method: "PUT",
      path: `/${name}`,
      query: "lifecycle=",
      body: { type: "application/xml", text }
    })
  const ours = { plan: [] as Array<number>, start: [] as Array<number>, work: [] as Array<number> }
  const puts = CONCURRENCIES.map((): Array<number> => [])
  const readAndPuts = CONCURRENCIES.map((): Array<number> => [])
  let days = 1
  try {
    await awaitListing(service, workbench)
    for (let round = 0; round < rounds; round++) {
      const { plan, start, work } = await changeAll(service, workbench, days++)
      ours.plan.push(plan)
      ours.start.push(start)
      ours.work.push(work)
      for (const [index, concurrency] of CONCURRENCIES.entries()) {
        const document = documentOf(days++)
        puts[index]?.push(await seconds(() => inParallel(names, concurrency, (name) => put(name, document))))
        const next = documentOf(days++)
        const both = await seconds(() =>
          inParallel(names, concurrency, async (name) => {
            await read(name)
            await put(name, next)
          })
        )
        readAndPuts[index]?.push(both)
      }
    }
    const work = median(ours.work)
    printTable(`${count} lifecycle changes, medians of ${rounds} (s)`, [
      ["ours: plan", median(ours.plan), null, null],
      ["ours: start, which plans again", median(ours.start), null, null],
      ["ours: the durable work", work, null, null]
    ])
    // the fastest concurrency of the bare loop is the gateway's own rate
    const fastest = (times: ReadonlyArray<ReadonlyArray<number>>) => Math.min(...times.map(median))
    const [putting, both] = [fastest(puts), fastest(readAndPuts)]
    for (const [index, concurrency] of CONCURRENCIES.entries())
      console.log(
        `  bare, ${concurrency} at once: PUT ${median(puts[index] ?? []).toFixed(2)} s, ` +
          `GET and PUT ${median(readAndPuts[index] ?? []).toFixed(2)} s`
      )
    printRatios(`${count} lifecycle changes beside bare requests (changes a second)`, [
      { what: "PUT alone", ours: count / work, peer: count / putting, ratio: putting / work, aim: MIN_RATIO },
      { what: "GET and PUT", ours: count / work, peer: count / both, ratio: both / work, aim: MIN_RATIO }
    ])
  } finally {
    bare.close()
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped bulk changes, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
