// Times a listing page against fastify on node-postgres. PROFILE=<folder> writes CPU profiles of both.
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { cookieNames } from "#http/sessionCookies.ts"
import { freePort } from "../test/support/freePort.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median, printRatios } from "./support/figures.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { listingDatabase } from "./support/listingDatabase.ts"
import { answersPerSecond, closeConnections, getPage, type Target } from "./support/rate.ts"
import { benchSize } from "./support/size.ts"

const buckets = benchSize("BUCKETS", 2_000, 60)
const rounds = benchSize("ROUNDS", 7, 1)
const measureMillis = benchSize("MEASURE_MILLIS", 1_500, 100)
const warmUp = benchSize("WARM_UP", 6_000, 100)
const connections = "10"
const profile = process.env["PROFILE"]
const profiling = (name: string) =>
  profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`]

const startPeer = async (databaseUrl: string) => {
  const port = await freePort()
  const program = [
    ...profiling("peer"),
    path.join(import.meta.dirname, "support/fastifyPeer.ts"),
    String(port),
    databaseUrl,
    connections
  ]
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] })
  await once(child.stdout, "data")
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGINT")
      await once(child, "exit")
    }
  }
}

const cpuOf = (pid: number | undefined): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const database = yield* listingDatabase(dataDir, key, buckets)
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        env: {
          DATABASE_URL: database.url,
          UI_JWT_KEYS: key,
          CREDENTIAL_KEYS: key,
          SANDBOX_GATEWAY: "false",
          DATABASE_MAX_CONNECTIONS: connections,
          HOST: "127.0.0.1"
        },
        program: [
          ...profiling("service"),
          "--max-old-space-size=192",
          "--max-semi-space-size=8",
          "layers/commands/main.ts",
          "serve"
        ]
      })
    ),
    (started) => Effect.promise(() => started.stop())
  )
  const peer = yield* Effect.acquireRelease(
    Effect.promise(() => startPeer(database.url)),
    (started) => Effect.promise(() => started.stop())
  )
  const page = `/api/manager/buckets?context_id=${database.contextId}&page=1&page_size=50`
  const ours: Target = { url: `${service.origin}${page}`, cookie: `${cookieNames.access}=${database.access}` }
  const theirs: Target = { url: `${peer.origin}${page}`, cookie: `peer=${database.sessionId}` }

  const [mine, other] = yield* Effect.promise(() => Promise.all([getPage(ours), getPage(theirs)]))
  const [{ listing: _, total_all: _all, ...answered }, expected] = [JSON.parse(mine), JSON.parse(other)]
  if (JSON.stringify(answered) !== JSON.stringify(expected))
    return yield* Effect.die(new Error(`the answers differ:\n${mine}\n${other}`))

  const oneTurn = Effect.fnUntraced(function* (target: Target, pid: number | undefined, callers: number) {
    const before = cpuOf(pid)
    const perSecond = yield* Effect.promise(() => answersPerSecond(target, callers, measureMillis))
    return { perSecond, cpu: (cpuOf(pid) - before) / ((perSecond * measureMillis) / 1000) }
  })
  for (const target of [ours, theirs]) yield* Effect.promise(() => answersPerSecond(target, 8, warmUp))
  for (const callers of [1, 8]) {
    const turns = yield* Effect.replicateEffect(
      Effect.all({ ours: oneTurn(ours, service.child.pid, callers), peer: oneTurn(theirs, peer.pid, callers) }),
      rounds
    )
    printRatios(
      `Page of 50 of ${buckets} buckets, ${callers === 1 ? "one caller" : `${callers} callers at once`}, ` +
        "answers in a second",
      [
        {
          what: "session, right, page, count",
          ours: median(turns.map((one) => one.ours.perSecond)),
          peer: median(turns.map((one) => one.peer.perSecond)),
          ratio: median(turns.map((one) => one.ours.perSecond / one.peer.perSecond)),
          aim: 0.8
        }
      ]
    )
    const [mine, other] = [median(turns.map((one) => one.ours.cpu)), median(turns.map((one) => one.peer.cpu))]
    console.log(`  CPU of the server for one answer: ours ${mine.toFixed(2)} ms, peer ${other.toFixed(2)} ms`)
  }
})

await Effect.runPromise(Effect.scoped(measure)).finally(closeConnections)
