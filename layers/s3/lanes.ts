import { Cause, Duration, Effect, Exit } from "effect"
import { type GatewayFailure, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { Permits } from "./gatewayPermits.ts"

/** Ends what runs; its calls are reported to the guard with this exit. */
export type Cancel = (exit: Exit.Exit<never, GatewayFailure>) => void

export interface Lanes<A, E> {
  readonly count: number
  readonly atOnce: number
  readonly turns: Permits
  readonly operation: string
  readonly timeout: Duration.Duration
  /** Calls `done` once, at once where nothing is sent. */
  readonly begin: (index: number, done: (exit: Exit.Exit<A, E>) => void) => Cancel
  readonly ended: (index: number, exit: Exit.Exit<A, E | StorageTimeout>) => void
}

/** Plain callbacks: an effect per object would cost more than the rest. A defect of one ends all. */
export const runLanes = <A, E>({ atOnce, begin, count, ended, operation, timeout, turns }: Lanes<A, E>) =>
  Effect.callback<void>((resume) => {
    const running = new Map<number, { cancel: Cancel; readonly late: NodeJS.Timeout }>()
    const waits = Duration.toMillis(timeout)
    let [next, lanesLeft, open] = [0, count, true]
    if (count === 0) resume(Effect.void)

    const settle = (index: number, exit: Exit.Exit<A, E | StorageTimeout>): boolean => {
      if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) {
        stop()
        resume(Effect.die(Cause.squash(exit.cause)))
        return false
      }
      ended(index, exit)
      lanesLeft -= 1
      if (lanesLeft === 0) resume(Effect.void)
      return true
    }
    const end = (index: number, exit: Exit.Exit<A, E | StorageTimeout>) => {
      const one = running.get(index)
      if (one === undefined) return
      clearTimeout(one.late)
      running.delete(index)
      turns.give()
      if (settle(index, exit)) lane()
    }
    /** Each takes a permit, so that it waits here and not at the gateway. */
    const lane = (): void => {
      if (open && next < count) turns.take(start)
    }
    const start = (): void => {
      while (open && next < count) {
        const index = next++
        let early: Exit.Exit<A, E> | null = null
        let starting = true
        const one = {
          cancel: (() => undefined) as Cancel,
          late: setTimeout(() => {
            const exit = Exit.fail(new StorageTimeout({ operation }))
            one.cancel(exit)
            end(index, exit)
          }, waits)
        }
        running.set(index, one)
        one.cancel = begin(index, (exit) => {
          if (starting) early = exit
          else end(index, exit)
        })
        starting = false
        if (early === null) return
        clearTimeout(one.late)
        running.delete(index)
        if (!settle(index, early)) break
      }
      turns.give()
    }
    const stop = () => {
      open = false
      const broken = [...running.values()]
      running.clear()
      for (const { cancel, late } of broken) {
        clearTimeout(late)
        cancel(Exit.interrupt())
        turns.give()
      }
    }
    for (let number = 0; number < Math.min(atOnce, count); number++) lane()
    return Effect.sync(stop)
  })
