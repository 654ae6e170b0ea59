import { Effect, Semaphore } from "effect"
import { type Breaker, closed } from "./breaker.ts"

/** Turns at one endpoint, or those and the circuit breaker of one caller at it. */
export interface Gate {
  readonly turns: Semaphore.Semaphore
  breaker: Breaker
  /** Calls that wait or run, and of these those that run. */
  users: number
  running: number
  /** Whose gate it is in metrics: of gates that share a label the figures are added up. */
  readonly label: string
}

/** What gates of one label do now. */
export interface GateFigures {
  readonly running: number
  readonly waiting: number
  /** Circuit breakers that do not let calls pass. */
  readonly open: number
}

/** Callers whose failures are remembered at one time; the oldest are forgotten first. */
const remembered = 10_000

/**
 * Gates by key. One that nobody uses and that has nothing to remember goes, so that keys which strangers make up (S3 keys
 * that they sign in with) take no memory.
 */
export class Gates {
  readonly #gates = new Map<string, Gate>()
  #concurrency: number
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }
  get size(): number {
    return this.#gates.size
  }
  enter(key: string, label = ""): Gate {
    const gate = this.#gates.get(key) ?? { turns: Semaphore.makeUnsafe(this.#concurrency), breaker: closed, users: 0, running: 0, label }
    gate.users++
    this.#gates.set(key, gate)
    return gate
  }
  /** As many turns of each gate from now on; calls that are out beyond them end as they would. */
  resize(concurrency: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#concurrency = concurrency
      return Effect.forEach([...this.#gates.values()], ({ turns }) => turns.resize(concurrency), { discard: true })
    })
  }
  /** Forgets what callers failed with whose keys begin so. */
  forgive(prefix: string): void {
    for (const [key, gate] of this.#gates) {
      if (!key.startsWith(prefix)) continue
      gate.breaker = closed
      if (gate.users === 0) this.#gates.delete(key)
    }
  }
  figures(label: string): GateFigures {
    let [running, waiting, open] = [0, 0, 0]
    for (const gate of this.#gates.values()) {
      if (gate.label !== label) continue
      running += gate.running
      waiting += gate.users - gate.running
      if (gate.breaker._tag !== "Closed") open++
    }
    return { running, waiting, open }
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
