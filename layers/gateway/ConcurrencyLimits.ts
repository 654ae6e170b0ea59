import { Effect, Semaphore } from "effect"
import { type Breaker, CLOSED_BREAKER } from "./breaker.ts"

export interface ConcurrencyLimit {
  readonly permits: Semaphore.Semaphore
  breaker: Breaker
  users: number
  running: number
  readonly label: string
}

export interface LimitFigures {
  readonly running: number
  readonly waiting: number
  readonly open: number
}

const MAX_GATES = 10_000

/** Drops idle limits without failures: clients make up keys, which must not fill the memory. */
export class ConcurrencyLimits {
  readonly #gates = new Map<string, ConcurrencyLimit>()
  #concurrency: number
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }
  get size(): number {
    return this.#gates.size
  }
  enter(key: string, label = ""): ConcurrencyLimit {
    const gate = this.#gates.get(key) ?? {
      permits: Semaphore.makeUnsafe(this.#concurrency),
      breaker: CLOSED_BREAKER,
      users: 0,
      running: 0,
      label
    }
    gate.users++
    this.#gates.set(key, gate)
    return gate
  }
  resize(concurrency: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#concurrency = concurrency
      return Effect.forEach([...this.#gates.values()], ({ permits: turns }) => turns.resize(concurrency), {
        discard: true
      })
    })
  }
  forgive(prefix: string): void {
    for (const [key, gate] of this.#gates) {
      if (!key.startsWith(prefix)) continue
      gate.breaker = CLOSED_BREAKER
      if (gate.users === 0) this.#gates.delete(key)
    }
  }
  figures(label: string): LimitFigures {
    let [running, waiting, open] = [0, 0, 0]
    for (const gate of this.#gates.values()) {
      if (gate.label !== label) continue
      running += gate.running
      waiting += gate.users - gate.running
      if (gate.breaker._tag !== "Closed") open++
    }
    return { running, waiting, open }
  }
  leave(key: string, gate: ConcurrencyLimit): void {
    gate.users--
    const idle = gate.users === 0
    if (idle && gate.breaker._tag === "Closed" && gate.breaker.failures === 0) this.#gates.delete(key)
    if (this.#gates.size <= MAX_GATES) return
    for (const [oldest, { users }] of this.#gates) {
      if (users === 0) {
        this.#gates.delete(oldest)
        return
      }
    }
  }
}
