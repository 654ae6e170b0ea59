import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { median } from "./support/figures.ts"
import { type ListingDatabase, listingDatabase } from "./support/listingDatabase.ts"
import { startMeasured } from "./support/measured.ts"
import { benchSize, missLimit } from "./support/size.ts"

const buckets = benchSize("BUCKETS", 10_000, 60)
const limits = [192, 128, 1_024].slice(0, benchSize("LIMITS", 3, 1))
const readers = benchSize("READERS", 100, 5)
const pages = benchSize("PAGES", 3_000, 20)
const mib = (bytes: number) => bytes / 1024 / 1024

interface Row {
  readonly limit: number
  readonly liveMiB: number
  readonly externalMiB: number
  readonly rssMiB: number
  readonly collecting: number
  readonly pageMs: number
  readonly answered: number
  readonly putOff: number
  readonly wholeSeconds: number
  readonly afterRssMiB: number
  readonly afterLiveMiB: number
}

const measureWith = async (limit: number, key: string, { access, contextId, url }: ListingDatabase): Promise<Row> => {
  const service = await startMeasured({
    flags: [`--max-old-space-size=${limit}`, "--max-semi-space-size=8"],
    program: ["layers/commands/main.ts", "serve"],
    ready: /Stowage is ready/,
    env: { DATABASE_URL: url, UI_JWT_KEYS: key, CREDENTIAL_KEYS: key, SANDBOX_GATEWAY: "false" }
  })
  try {
    const get = async (query: string) => {
      const began = performance.now()
      const response = await fetch(`${service.origin}/api/manager/buckets?context_id=${contextId}${query}`, {
        headers: { cookie: `${cookieNames.access}=${access}` }
      })
      await response.arrayBuffer()
      return { status: response.status, took: performance.now() - began }
    }
    await get("&page=1&page_size=50")
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const idle = await service.probe()
    const took: Array<number> = []
    for (let done = 0; done < pages; done += 20) {
      const turn = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          get(`&page=${1 + ((done + index) % 200)}&page_size=50&sort_by=used_bytes`)
        )
      )
      took.push(...turn.map((answer) => answer.took))
    }
    const worked = await service.probe()
    const began = performance.now()
    const whole = await Promise.all(Array.from({ length: readers }, () => get("")))
    const wholeSeconds = (performance.now() - began) / 1000
    const after = await service.probe()
    return {
      limit,
      liveMiB: mib(idle.heapUsed),
      externalMiB: mib(idle.external),
      rssMiB: mib(idle.rss),
      collecting: ((worked.collectMs - idle.collectMs) / (worked.upMs - idle.upAfterMs)) * 100,
      pageMs: median(took),
      answered: whole.filter(({ status }) => status === 200).length,
      putOff: whole.filter(({ status }) => status === 503).length,
      wholeSeconds,
      afterRssMiB: mib(after.rss),
      afterLiveMiB: mib(after.heapUsed)
    }
  } finally {
    await service.stop()
  }
}

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const database = yield* listingDatabase(dataDir, key, buckets)
  const rows: Array<Row> = []
  for (const limit of limits) rows.push(yield* Effect.promise(() => measureWith(limit, key, database)))
  console.log(`\nMemory of the service, a listing of ${buckets} buckets; live is what a full collection leaves`)
  const line = (what: string, of: (row: Row) => number, digits = 0) =>
    console.log(`  ${what.padEnd(52)}${rows.map((row) => of(row).toFixed(digits).padStart(9)).join("")}`)
  line("STOWAGE_HEAP_MB", ({ limit }) => limit)
  line("idle: live heap, MiB", ({ liveMiB }) => liveMiB)
  line("idle: outside the heap, MiB", ({ externalMiB }) => externalMiB)
  line("idle: resident, MiB", ({ rssMiB }) => rssMiB)
  line(`${pages} pages, 20 at once: time in collections, %`, ({ collecting }) => collecting, 1)
  line("  median answer, ms", ({ pageMs }) => pageMs, 1)
  line(`${readers} callers read everything at once: answered`, ({ answered }) => answered)
  line("  put off with 503", ({ putOff }) => putOff)
  line("  seconds", ({ wholeSeconds }) => wholeSeconds, 1)
  line("  live heap afterwards, MiB", ({ afterLiveMiB }) => afterLiveMiB)
  line("  resident afterwards, MiB", ({ afterRssMiB }) => afterRssMiB)
  const usual = rows[0]
  const met = usual !== undefined && usual.answered === readers
  console.log(`  with the default, all ${readers} are answered: ${met ? "meets" : "MISSES"} the aim`)
  if (!met) missLimit()
}).pipe(Effect.scoped)

await Effect.runPromise(measure)
