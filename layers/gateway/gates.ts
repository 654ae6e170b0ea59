import { Semaphore } from "effect"
import { type Breaker, closed } from "./breaker.ts"

/** Turns and circuit breaker of one endpoint, or of one caller at it. */
export interface Gate {
  readonly turns: Semaphore.Semaphore
  breaker: Breaker
  /** Calls that wait or run. */
  users: number
}

/** Callers whose failures are remembered at one time; the oldest are forgotten first. */
const remembered = 10_000

/**
 * Gates by key. One that nobody uses and that has nothing to remember goes, so that keys which strangers make up (S3 keys
 * that they sign in with) take no memory.
 */
export class Gates {
  readonly #gates = new Map<string, Gate>()
  readonly #concurrency: number
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }
  get size(): number {
    return this.#gates.size
  }
  enter(key: string): Gate {
    const gate = this.#gates.get(key) ?? { turns: Semaphore.makeUnsafe(this.#concurrency), breaker: closed, users: 0 }
    gate.users++
    this.#gates.set(key, gate)
    return gate
  }
  leave(key: string, gate: Gate): void {
    gate.users--
    const idle = gate.users === 0
    if (idle && gate.breaker._tag === "Closed" && gate.breaker.failures === 0) this.#gates.delete(key)
    if (this.#gates.size <= remembered) return
    for (const [oldest, { users }] of this.#gates) {
      if (users === 0) {
        this.#gates.delete(oldest)
        return
      }
    }
  }
}
