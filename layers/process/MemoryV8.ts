import { Effect, Layer } from "effect"
import { constants, PerformanceObserver } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { Unavailable } from "#domain/errors/Errors.ts"
import { Memory } from "#services/health/Memory.ts"

/** Of the heap's limit: what may be live, after a full collection, before large readings are put off. */
const liveShare = 0.65
/** Of the heap's limit: what may be in use, garbage and all. V8 collects before it comes to this; when it does not, it cannot keep up. */
const usedShare = 0.85
/** Answers that are made and not read yet, of the heap's limit: they lie outside the heap, and whoever does not read holds them. */
const unreadShare = 1
const retryAfterSeconds = 5

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const short = (what: string, used: number, limit: number) =>
  new Unavailable({
    detail: `This process is short of memory: ${what} ${megabytes(used)} of ${megabytes(limit)} MB (STOWAGE_HEAP_MB); try again in a moment`,
    retry_after_seconds: retryAfterSeconds
  })

/**
 * Room by what V8 says of its heap. How much is in use says little: garbage lies around until the next full collection. So what
 * was left after the last one is what counts, and how much is in use only near the limit.
 */
export const MemoryV8 = Layer.effect(Memory, Effect.gen(function*() {
  let live = 0
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { kind } = (entry as typeof entry & { readonly detail: { readonly kind: number } }).detail
          if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) live = getHeapStatistics().used_heap_size
        }
      })
      observer.observe({ entryTypes: ["gc"] })
      return observer
    }),
    (observer) => Effect.sync(() => observer.disconnect())
  )
  const admit = Effect.suspend(() => {
    const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
    if (Math.min(live, used) > limit * liveShare) return Effect.fail(short("live objects take", live, limit))
    if (used > limit * usedShare) return Effect.fail(short("the heap holds", used, limit))
    const unread = process.memoryUsage().arrayBuffers
    return unread > limit * unreadShare ? Effect.fail(short("answers that nobody has read yet take", unread, limit)) : Effect.void
  })
  return Memory.of({ admit })
}))
