const SAMPLE_SIZE = 20

export const sampler = <Act extends string, Entry>() => {
  const samplesBySort = new Map<Act, Array<Entry>>()
  return {
    add: (act: Act, entry: Entry): void => {
      const some = samplesBySort.get(act) ?? []
      if (some.length < SAMPLE_SIZE) some.push(entry)
      samplesBySort.set(act, some)
    },
    all: (): ReadonlyArray<Entry> => [...samplesBySort.values()].flat()
  }
}
