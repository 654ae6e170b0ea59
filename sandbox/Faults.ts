/** `at` in milliseconds since the epoch, `query` as sent. */
export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly op: string
  readonly bucket: string
  readonly at: number
}

export interface FaultMatch {
  readonly method?: string
  readonly op?: string
  readonly bucket?: string
  readonly pathIncludes?: string
}

/**
 * Effects of a fault. The request changes nothing, except with:
 * - `"truncated"`, `"reset-after"`: done; the connection breaks within or before the answer
 * - `"stale-names"`: bucket listings have the names from the time of injection
 * - `"extra-bytes"`: bytes after the answer, as RGW writes for an absent public access block
 * - `{ delayMs }`: other faults still apply
 */
export type FaultEffect =
  | number
  | "html"
  | "truncated"
  | "empty-200"
  | "hang"
  | "reset"
  | "reset-after"
  | "stale-names"
  | "extra-bytes"
  | { readonly delayMs: number }
  | { readonly status: number; readonly code?: string; readonly message?: string }
  | { readonly body: string; readonly status?: number; readonly contentType?: string }

export interface FaultRule {
  readonly match: FaultMatch
  readonly times?: number
  readonly effect: FaultEffect
}

export interface FaultHandle {
  readonly hits: () => number
  readonly remove: () => void
}

export interface SandboxFaults {
  readonly calls: (filter?: FaultMatch) => ReadonlyArray<RecordedCall>
  readonly resetCalls: () => void
  readonly inject: (rule: FaultRule) => FaultHandle
  readonly clear: () => void
}

interface ActiveRule {
  readonly rule: FaultRule
  readonly names: ReadonlyMap<string, ReadonlySet<string>> | undefined
  hits: number
}

export interface FaultPlan {
  readonly delayMs: number
  readonly effect: Exclude<FaultEffect, { readonly delayMs: number }> | undefined
  readonly names: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

const MAX_LOGGED_CALLS = 200_000

const fits = (match: FaultMatch, call: Omit<RecordedCall, "at">): boolean =>
  (match.method === undefined || match.method === call.method) &&
  (match.op === undefined || match.op === call.op) &&
  (match.bucket === undefined || match.bucket === call.bucket) &&
  (match.pathIncludes === undefined || `${call.path}?${call.query}`.includes(match.pathIncludes))

export class FaultBook implements SandboxFaults {
  readonly #snapshot: () => ReadonlyMap<string, ReadonlySet<string>>
  #rules: ReadonlyArray<ActiveRule> = []
  #calls: Array<RecordedCall> = []

  constructor(snapshot: () => ReadonlyMap<string, ReadonlySet<string>>) {
    this.#snapshot = snapshot
  }

  readonly calls = (filter: FaultMatch = {}): ReadonlyArray<RecordedCall> =>
    this.#calls.filter((call) => fits(filter, call))

  readonly resetCalls = (): void => {
    this.#calls = []
  }

  readonly inject = (rule: FaultRule): FaultHandle => {
    const active: ActiveRule = { rule, names: rule.effect === "stale-names" ? this.#snapshot() : undefined, hits: 0 }
    this.#rules = [...this.#rules, active]
    return {
      hits: () => active.hits,
      remove: () => {
        this.#rules = this.#rules.filter((one) => one !== active)
      }
    }
  }

  readonly clear = (): void => {
    this.#rules = []
  }

  plan(call: Omit<RecordedCall, "at">): FaultPlan {
    this.#calls.push({ ...call, at: Date.now() })
    if (this.#calls.length > MAX_LOGGED_CALLS) this.#calls = this.#calls.slice(MAX_LOGGED_CALLS / 2)
    let delayMs = 0
    let effect: FaultPlan["effect"]
    let names: FaultPlan["names"]
    for (const active of this.#rules) {
      const { rule } = active
      const spent = rule.times !== undefined && active.hits >= rule.times
      if (spent || !fits(rule.match, call)) continue
      const late = typeof rule.effect === "object" && "delayMs" in rule.effect ? rule.effect.delayMs : undefined
      if (late === undefined && effect !== undefined) continue
      active.hits++
      if (late !== undefined) delayMs += late
      else {
        effect = rule.effect as Exclude<FaultEffect, { readonly delayMs: number }>
        names = active.names
      }
    }
    return { delayMs, effect, names }
  }
}
