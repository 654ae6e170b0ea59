export type Breaker =
  | { readonly _tag: "Closed"; readonly failures: number }
  | { readonly _tag: "Open"; readonly until: number; readonly trips: number }
  | { readonly _tag: "HalfOpen"; readonly trips: number }

export type CallOutcome = "success" | "failure" | "abandoned"

export const CLOSED_BREAKER: Breaker = { _tag: "Closed", failures: 0 }

export const TOLERATED_FAILURES = 5
const MIN_OPEN_MILLIS = 2_000
const MAX_OPEN_MILLIS = 60_000

const open = (trips: number, now: number): Breaker => ({
  _tag: "Open",
  trips,
  until: now + Math.min(MAX_OPEN_MILLIS, MIN_OPEN_MILLIS * 2 ** Math.min(trips - 1, 10))
})

export const breakerAdmit = (state: Breaker, now: number): readonly [admitted: boolean, next: Breaker] => {
  switch (state._tag) {
    case "Closed":
      return [true, state]
    case "Open":
      return now < state.until ? [false, state] : [true, { _tag: "HalfOpen", trips: state.trips }]
    case "HalfOpen":
      return [false, state]
  }
}

export const breakerNext = (state: Breaker, outcome: CallOutcome, now: number): Breaker => {
  if (outcome === "success") return CLOSED_BREAKER
  switch (state._tag) {
    case "Closed": {
      if (outcome === "abandoned") return state
      return state.failures + 1 >= TOLERATED_FAILURES ? open(1, now) : { _tag: "Closed", failures: state.failures + 1 }
    }
    case "Open":
      return state
    case "HalfOpen":
      return outcome === "abandoned" ? { _tag: "Open", until: now, trips: state.trips } : open(state.trips + 1, now)
  }
}
