/** Entries that a plan shows of each sort. */
const shown = 20

/** Keeps the first entries of each sort. */
export const sampler = <Act extends string, Entry>() => {
  const kept = new Map<Act, Array<Entry>>()
  return {
    add: (act: Act, entry: Entry): void => {
      const some = kept.get(act) ?? []
      if (some.length < shown) some.push(entry)
      kept.set(act, some)
    },
    all: (): ReadonlyArray<Entry> => [...kept.values()].flat()
  }
}
