export interface Turns {
  /** Calls `begin` now or when a permit is free; `begin` must lead to one `give`. */
  readonly take: (begin: () => void) => void
  readonly give: () => void
}

const makePermits = (atOnce: () => number, empty: () => void): Turns => {
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

/** Shares permits by name across the process; `atOnce` is read each time. Unused names are dropped. */
export const sharedTurns = (atOnce: () => number): (name: string) => Turns => {
  const known = new Map<string, Turns>()
  return (name) => {
    const turns = known.get(name) ?? makePermits(atOnce, () => known.delete(name))
    known.set(name, turns)
    return turns
  }
}
