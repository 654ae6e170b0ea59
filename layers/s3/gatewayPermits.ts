export interface Permits {
  /** Calls `begin` now or when a permit is free; `begin` must lead to one `give`. */
  readonly take: (begin: () => void) => void
  readonly give: () => void
}

const makePermits = (atOnce: () => number, empty: () => void): Permits => {
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

export const sharedPermits = (atOnce: () => number): ((name: string) => Permits) => {
  const permitsByName = new Map<string, Permits>()
  return (name) => {
    const permits = permitsByName.get(name) ?? makePermits(atOnce, () => permitsByName.delete(name))
    permitsByName.set(name, permits)
    return permits
  }
}
