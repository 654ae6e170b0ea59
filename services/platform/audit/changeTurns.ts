import { Effect, Semaphore } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"

/** Changes of one gateway under way at once, and how many more may wait for their turn. */
const atOnce = 8
const mostWaiting = 64

interface Gate {
  readonly turns: Semaphore.Semaphore
  /** Under way or waiting. */
  users: number
}

/** Turns for changes, of each gateway by itself: one that hangs holds up nobody else's. */
export const changeTurns = () => {
  const gates = new Map<string, Gate>()
  /** Runs `change` in its turn; refused at once where the queue is as long as it may be. */
  return <A, E, R>(gateway: string, change: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
    Effect.suspend((): Effect.Effect<A, E | Unavailable, R> => {
      const gate = gates.get(gateway) ?? { turns: Semaphore.makeUnsafe(atOnce), users: 0 }
      if (gate.users >= atOnce + mostWaiting) {
        return Effect.fail(new Unavailable({ detail: "Too many changes of this storage gateway wait already: try again in a moment" }))
      }
      gate.users += 1
      gates.set(gateway, gate)
      return Effect.ensuring(gate.turns.withPermit(change), Effect.sync(() => {
        gate.users -= 1
        if (gate.users === 0) gates.delete(gateway)
      }))
    })
}
