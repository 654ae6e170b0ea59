import { Effect, Layer } from "effect"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { Memory } from "#services/platform/health/Memory.ts"

/** Of the heap's limit: what may be live, after a full collection, before large readings are put off. */
const liveShare = 0.65
/** What one large reading may take for a moment, while it is read and encoded. Bytes. */
const reading = 32 * 1024 * 1024
/** Answers that are made and not read yet, of the heap's limit: they lie outside the heap, and whoever does not read holds them. */
const unreadShare = 1
const retryAfterSeconds = 5
/**
 * Bytes that are handed on between two collections of what is young. Buffers lie outside the heap, where V8 counts them and
 * answers 64 MiB with a full collection: that took five times as long as handing them on. One of the young takes half a
 * millisecond and frees them as well. Node makes two buffers of each piece that it reads.
 */
const youngBytes = 8 * 1024 * 1024
/** Milliseconds between collections of ours: each stops everything for a tenth of a second. */
const collectEvery = 500

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const short = (what: string, used: number, limit: number) =>
  new Unavailable({
    detail: `This process is short of memory: ${what} ${megabytes(used)} of ${megabytes(limit)} MB (STOWAGE_HEAP_MB); try again in a moment`,
    retry_after_seconds: retryAfterSeconds
  })

/** V8's own full collection, which it only gives to whoever asks with this flag. */
const collector = Effect.sync((): (how?: { readonly type: "minor" }) => void => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
})

/**
 * Room by what V8 says of its heap. How much is in use says little: garbage lies around until the next full collection, and
 * nothing makes an idle process collect. So where much is in use, garbage is collected first, and what is left counts: what
 * was left a moment ago says nothing of what was read since. Who comes too soon after a collection waits for the next.
 */
export const MemoryV8 = Layer.effect(Memory, Effect.gen(function*() {
  const collect = yield* collector
  let collectedAt = Number.NEGATIVE_INFINITY
  const admit = Effect.gen(function*() {
    const { heap_size_limit: limit } = getHeapStatistics()
    const bound = Math.min(limit * liveShare, limit - reading)
    if (getHeapStatistics().used_heap_size > bound) {
      const since = performance.now() - collectedAt
      if (since < collectEvery) yield* Effect.sleep(collectEvery - since)
      collect()
      collectedAt = performance.now()
      const live = getHeapStatistics().used_heap_size
      if (live > bound) return yield* short("live objects take", live, limit)
    }
    const unread = process.memoryUsage().arrayBuffers
    if (unread > limit * unreadShare) return yield* short("answers that nobody has read yet take", unread, limit)
  })
  let young = 0
  const passed = (bytes: number): void => {
    young += bytes
    if (young < youngBytes) return
    young = 0
    collect({ type: "minor" })
  }
  return { admit, passed }
}))
