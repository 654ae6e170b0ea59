import { Effect, Layer } from "effect"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { Memory } from "#services/platform/health/Memory.ts"

/** Share of the heap limit that may be live after a full collection before large reads wait. */
const MAX_LIVE_SHARE = 0.65
const READ_BYTES = 32 * 1024 * 1024
/** Share of the heap limit for unread answers, which lie outside the heap. */
const MAX_UNREAD_SHARE = 1
const RETRY_AFTER_SECONDS = 5
/** At 64 MiB of buffers V8 runs a full collection, five times as expensive as the relay; a minor one takes 0.5 ms. */
const MINOR_COLLECTION_BYTES = 8 * 1024 * 1024
/** Milliseconds between our full collections: each stops the process for a tenth of a second. */
const COLLECTION_INTERVAL_MILLIS = 500

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const short = (what: string, used: number, limit: number) =>
  new Unavailable({
    detail:
      `This process is short of memory: ${what} ${toMegabytes(used)} of ${toMegabytes(limit)} MB (STOWAGE_HEAP_MB); ` +
      "try again in a moment",
    retry_after_seconds: RETRY_AFTER_SECONDS
  })

/** V8 exposes it only under this flag. */
const collector = Effect.sync((): ((how?: { readonly type: "minor" }) => void) => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
})

/** Measures free memory after a full collection: garbage stays until then, and an idle process never collects. */
export const MemoryV8 = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const collect = yield* collector
    let collectedAt = Number.NEGATIVE_INFINITY
    const admit = Effect.gen(function* () {
      const { heap_size_limit: limit } = getHeapStatistics()
      const bound = Math.min(limit * MAX_LIVE_SHARE, limit - READ_BYTES)
      if (getHeapStatistics().used_heap_size > bound) {
        const since = performance.now() - collectedAt
        if (since < COLLECTION_INTERVAL_MILLIS) yield* Effect.sleep(COLLECTION_INTERVAL_MILLIS - since)
        collect()
        collectedAt = performance.now()
        const live = getHeapStatistics().used_heap_size
        if (live > bound) return yield* short("live objects take", live, limit)
      }
      const unread = process.memoryUsage().arrayBuffers
      if (unread > limit * MAX_UNREAD_SHARE) return yield* short("answers that nobody has read yet take", unread, limit)
    })
    let young = 0
    const passed = (bytes: number): void => {
      young += bytes
      if (young < MINOR_COLLECTION_BYTES) return
      young = 0
      collect({ type: "minor" })
    }
    return { admit, passed }
  })
)
