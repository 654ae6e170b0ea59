import { type Cause, Effect, Exit, Fiber, Queue, type Scope, Stream } from "effect"
import type { BucketUsage } from "#domain/usage/BucketUsage.ts"
import type { UsageEvent, UsageProgress } from "#domain/usage/Usage.ts"

const ROWS_PER_MESSAGE = 500

interface Running<E> {
  readonly watchers: Set<Queue.Queue<UsageEvent, E | Cause.Done>>
  readonly rows: Map<string, BucketUsage>
  progress: UsageProgress | null
  fiber: Fiber.Fiber<void> | null
}

const currentEvents = <E>({ progress, rows }: Running<E>): ReadonlyArray<UsageEvent> => {
  const all = [...rows.values()]
  const messages: Array<UsageEvent> = []
  for (let at = 0; at < all.length; at += ROWS_PER_MESSAGE)
    messages.push({ event: "rows", data: { buckets: all.slice(at, at + ROWS_PER_MESSAGE) } })
  return progress === null ? messages : [...messages, { event: "progress", data: progress }]
}

/** Starts with the first reader and stops with the last. Queues are unbounded, so slow readers delay no other. */
export const sharedCount = <E, R>(
  count: Stream.Stream<UsageEvent, E, R>
): Effect.Effect<Stream.Stream<UsageEvent, E>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<R>()
    const scope = yield* Effect.scope
    let running: Running<E> | null = null

    const publish = (to: Running<E>, event: UsageEvent) => {
      if (event.event === "rows") for (const row of event.data.buckets) to.rows.set(`${row.tenant}/${row.name}`, row)
      else if (event.event === "progress") to.progress = event.data
      for (const watcher of to.watchers) Queue.offerUnsafe(watcher, event)
    }
    const end = (of: Running<E>, exit: Exit.Exit<void, E>) => {
      if (running === of) running = null
      for (const watcher of of.watchers) {
        if (Exit.isSuccess(exit)) Queue.endUnsafe(watcher)
        else Queue.failCauseUnsafe(watcher, exit.cause)
      }
    }

    const begin = (running: Running<E>) =>
      Stream.runForEach(count, (event) => Effect.sync(() => publish(running, event))).pipe(
        Effect.provideContext(services),
        Effect.onExit((exit) => Effect.sync(() => end(running, exit))),
        Effect.exit,
        Effect.asVoid,
        Effect.forkIn(scope)
      )

    const join = Effect.gen(function* () {
      const queue = yield* Queue.unbounded<UsageEvent, E | Cause.Done>()
      // no yield between the check and the start
      const there = running
      const joined = there ?? (running = { watchers: new Set(), rows: new Map(), progress: null, fiber: null })
      for (const event of currentEvents(joined)) Queue.offerUnsafe(queue, event)
      joined.watchers.add(queue)
      if (there === null) joined.fiber = yield* begin(joined)
      return { joined, queue }
    })

    const leave = ({ joined, queue }: Effect.Success<typeof join>) =>
      Effect.suspend(() => {
        joined.watchers.delete(queue)
        if (joined.watchers.size > 0 || joined.fiber === null) return Effect.void
        if (running === joined) running = null
        return Fiber.interrupt(joined.fiber)
      })

    return Stream.unwrap(Effect.map(Effect.acquireRelease(join, leave), ({ queue }) => Stream.fromQueue(queue)))
  })
