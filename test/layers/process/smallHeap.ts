// Run by MemoryV8.test.ts with a small heap: fills it with live objects, asks for room, frees and asks again.
import { Effect, Exit } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import { getHeapStatistics } from "node:v8"
import { MemoryV8 } from "#layers/process/MemoryV8.ts"
import { Memory } from "#services/platform/health/Memory.ts"

const collect = (globalThis as { gc?: () => void }).gc ?? (() => {})
const limit = getHeapStatistics().heap_size_limit

/** So long that earlier measurements expire. */
const settle = async () => {
  collect()
  await pause(2_100)
}

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const { admit } = yield* Memory
      const asked = Effect.map(Effect.exit(admit), (exit) =>
        Exit.isSuccess(exit) ? "room" : JSON.stringify(exit.cause)
      )
      yield* Effect.promise(settle)
      const empty = yield* asked
      for (let round = 0; round < 200; round++) void Array.from({ length: 20_000 }, (_, index) => ({ round, index }))
      const littered = yield* asked
      const held: Array<object> = []
      while (getHeapStatistics().used_heap_size < limit * 0.7)
        held.push(Array.from({ length: 1_000 }, (_, index) => ({ index })))
      yield* Effect.promise(settle)
      const full = yield* asked
      held.length = 0
      yield* Effect.promise(settle)
      const again = yield* asked
      const unread = Buffer.alloc(limit * 1.1)
      const buffers = yield* asked
      console.log(JSON.stringify({ empty, littered, full, again, buffers, unread: unread.length > limit }))
    }).pipe(Effect.provide(MemoryV8))
  )
)
