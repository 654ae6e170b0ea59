/** Turns at something, for callbacks; who waits comes in its order. */
export interface Turns {
  /** Begins at once, or when it is its turn. Whoever has begun gives the turn back, once. */
  readonly take: (begin: () => void) => void
  readonly give: () => void
}

const makeTurns = (atOnce: () => number, empty: () => void): Turns => {
  let taken = 0
  const waiting: Array<() => void> = []
  return {
    take: (begin) => {
      if (taken >= atOnce()) {
        waiting.push(begin)
        return
      }
      taken += 1
      begin()
    },
    give: () => {
      taken -= 1
      // one takes the place of another, more where there is more room than before
      while (taken < atOnce()) {
        const next = waiting.shift()
        if (next === undefined) break
        taken += 1
        next()
      }
      if (taken === 0) empty()
    }
  }
}

/** Turns by name, shared by all work of a process: as many as `atOnce` says at the time. A name that nobody uses is forgotten. */
export const sharedTurns = (atOnce: () => number): (name: string) => Turns => {
  const known = new Map<string, Turns>()
  return (name) => {
    const turns = known.get(name) ?? makeTurns(atOnce, () => known.delete(name))
    known.set(name, turns)
    return turns
  }
}
