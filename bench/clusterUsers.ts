import { setTimeout as sleep } from "node:timers/promises"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { median, printRatios, printTable } from "./support/figures.ts"
import { inParallel } from "./support/inParallel.ts"
import { managedService } from "./support/managedService.ts"
import { signedRequests } from "./support/signedRequests.ts"
import { benchSize, missLimit } from "./support/size.ts"

// PROFILE=<folder> writes a CPU profile of the service
const count = benchSize("USERS", 1_000, 12)
const rounds = benchSize("ROUNDS", 5, 1)
const peerRounds = benchSize("PEER_ROUNDS", 2, 1)
const PAGE_SIZE = 200
const [MIN_COLD_RATIO, MIN_WARM_RATIO] = [10, 100] as const
const CREATORS = 8
const INCLUDE = "profile,limits,quota,stats"
const ACCEPT = "application/vnd.ceph.api.v1.0+json"

const makeUsers = async (gateway: RealGateway) => {
  const admin = signedRequests(gateway.url, gateway.admin, CREATORS)
  const names = Array.from({ length: count }, (_, index) => `listed-${String(index).padStart(5, "0")}`)
  await inParallel(names, CREATORS, (uid) =>
    admin.send({ method: "PUT", path: "/admin/user", query: `display-name=${uid}&generate-key=true&uid=${uid}` })
  )
  admin.close()
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** All users with their details, as the console's table reads them: a page after the other. */
const readAll = async ({ browser, endpointId }: Awaited<ReturnType<typeof managedService>>) => {
  for (let page = 1, seen = 0, all = false; !all; page++) {
    const query = `include=${INCLUDE}&page=${page}&page_size=${PAGE_SIZE}`
    const answer = await browser.get(`/api/cluster-admin/endpoints/${endpointId}/users?${query}`)
    if (answer.status !== 200) throw new Error(answer.text)
    const items = answer.body["items"] as ReadonlyArray<{ readonly [key: string]: unknown }>
    const unread = items.find(({ limits, profile, quota, stats }) => !(profile && limits && quota && stats))
    if (unread !== undefined) throw new Error(`without details: ${JSON.stringify(unread)}`)
    seen += items.length
    all = !answer.body["has_next"]
    if (all && seen < count) throw new Error(`${seen} of ${count} users are listed`)
  }
}

const dashboardReader = async (gateway: RealGateway) => {
  const { password, url, username } = await gateway.dashboard()
  const signedIn = await fetch(`${url}/api/auth`, {
    method: "POST",
    headers: { accept: ACCEPT, "content-type": "application/json" },
    body: JSON.stringify({ username, password })
  })
  const { token } = (await signedIn.json()) as { readonly token: string }
  return async () => {
    const answer = await fetch(`${url}/api/rgw/user?detailed=true`, {
      headers: { accept: ACCEPT, authorization: `Bearer ${token}` }
    })
    const users = (await answer.json()) as ReadonlyArray<unknown>
    if (answer.status !== 200 || users.length < count) throw new Error(`${answer.status}: ${JSON.stringify(users)}`)
  }
}

const measure = async (gateway: RealGateway) => {
  await makeUsers(gateway)
  const service = await managedService(gateway)
  try {
    await service.openClusterAdmin()
    const cold = await seconds(() => readAll(service))
    await sleep(500)
    const warm: Array<number> = []
    for (let round = 0; round < rounds; round++) warm.push(await seconds(() => readAll(service)))
    printTable(`${count} users of an endpoint with details, pages of ${PAGE_SIZE} (s)`, [
      ["cold: the first reading of the endpoint", cold, null, null],
      ["warm (ms)", median(warm) * 1_000, null, null]
    ])
    const readDashboard = await dashboardReader(gateway).catch((error: Error) => {
      console.log(`without the Ceph Dashboard: ${error.message}`)
      missLimit()
      return null
    })
    if (readDashboard === null) return
    const peer: Array<number> = []
    for (let round = 0; round < peerRounds; round++) {
      peer.push(await seconds(readDashboard))
      warm.push(await seconds(() => readAll(service)))
    }
    const [first = Number.NaN] = peer
    const [ours, theirs] = [median(warm), Math.min(...peer)]
    printRatios(`${count} users beside the Ceph Dashboard, medians of ${warm.length} and ${peer.length} (s)`, [
      { what: "cold, both for the first time", ours: cold, peer: first, ratio: first / cold, aim: MIN_COLD_RATIO },
      { what: "warm", ours, peer: theirs, ratio: theirs / ours, aim: MIN_WARM_RATIO }
    ])
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped users of a cluster, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}
