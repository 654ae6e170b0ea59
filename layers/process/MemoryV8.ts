import { Effect, Layer } from "effect"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Unavailable } from "#domain/errors/Errors.ts"
import { Memory } from "#services/health/Memory.ts"

/** Of the heap's limit: what may be live, after a full collection, before large readings are put off. */
const liveShare = 0.65
/** What one large reading may take for a moment, while it is read and encoded. Bytes. */
const reading = 32 * 1024 * 1024
/** Of the heap's limit: what may be in use, garbage and all. V8 collects before it comes to this; when it does not, it cannot keep up. */
const usedShare = 0.85
/** Answers that are made and not read yet, of the heap's limit: they lie outside the heap, and whoever does not read holds them. */
const unreadShare = 1
const retryAfterSeconds = 5
/** Milliseconds between collections of ours: each stops everything for a tenth of a second. */
const collectEvery = 2_000

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const short = (what: string, used: number, limit: number) =>
  new Unavailable({
    detail: `This process is short of memory: ${what} ${megabytes(used)} of ${megabytes(limit)} MB (STOWAGE_HEAP_MB); try again in a moment`,
    retry_after_seconds: retryAfterSeconds
  })

/** V8's own full collection, which it only gives to whoever asks with this flag. */
const collector = Effect.sync((): () => void => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
})

/**
 * Room by what V8 says of its heap. How much is in use says little: garbage lies around until the next full collection, and
 * nothing makes an idle process collect. So where much is in use, garbage is collected first, at most every few seconds, and
 * what is left counts.
 */
export const MemoryV8 = Layer.effect(Memory, Effect.gen(function*() {
  const collect = yield* collector
  let live = 0
  let collectedAt = Number.NEGATIVE_INFINITY
  const admit = Effect.suspend(() => {
    const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
    const bound = Math.min(limit * liveShare, limit - reading)
    if (used > bound && performance.now() - collectedAt > collectEvery) {
      collect()
      collectedAt = performance.now()
      live = getHeapStatistics().used_heap_size
    }
    if (Math.min(live, used) > bound) return Effect.fail(short("live objects take", live, limit))
    if (getHeapStatistics().used_heap_size > limit * usedShare) return Effect.fail(short("the heap holds", used, limit))
    const unread = process.memoryUsage().arrayBuffers
    return unread > limit * unreadShare ? Effect.fail(short("answers that nobody has read yet take", unread, limit)) : Effect.void
  })
  return { admit }
}))
