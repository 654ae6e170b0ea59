/** The state of one endpoint's circuit breaker. Times in milliseconds since the epoch. */
export type Breaker =
  /** Calls pass; so many failed in a row. */
  | { readonly _tag: "Closed"; readonly failures: number }
  /** Calls are refused until then. `trips` counts the openings since the last success. */
  | { readonly _tag: "Open"; readonly until: number; readonly trips: number }
  /** One call is out to see whether the gateway is back; others are refused. */
  | { readonly _tag: "HalfOpen"; readonly trips: number }

/** How a call ended, as far as the gateway's health goes. `abandoned`: interrupted before it was known. */
export type Outcome = "success" | "failure" | "abandoned"

export const closed: Breaker = { _tag: "Closed", failures: 0 }

/** Failures in a row that open the breaker. */
export const tolerated = 5
const shortest = 2_000
const longest = 60_000

const open = (trips: number, now: number): Breaker => ({
  _tag: "Open",
  trips,
  until: now + Math.min(longest, shortest * 2 ** Math.min(trips - 1, 10))
})

/** Whether a call may pass now, and the state from then on. */
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

/** The state after a call that was admitted has ended. */
export const breakerNext = (state: Breaker, outcome: Outcome, now: number): Breaker => {
  if (outcome === "success") return closed
  switch (state._tag) {
    case "Closed": {
      if (outcome === "abandoned") return state
      return state.failures + 1 >= tolerated ? open(1, now) : { _tag: "Closed", failures: state.failures + 1 }
    }
    // A straggler from before the opening says nothing new.
    case "Open":
      return state
    // Nobody learnt anything from an abandoned trial: the next caller may try at once.
    case "HalfOpen":
      return outcome === "abandoned" ? { _tag: "Open", until: now, trips: state.trips } : open(state.trips + 1, now)
  }
}
