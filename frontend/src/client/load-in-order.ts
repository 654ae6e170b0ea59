const CHUNK = /[\w-]+\.js/

const lastLoads = new Map<string, Promise<unknown>>()

/** Browsers may resolve imports of a loading script out of order: a second click could be handled first. */
export const loadInOrder = <A>(load: () => Promise<A>): Promise<A> => {
  const chunk = CHUNK.exec(String(load))?.[0]
  if (chunk === undefined) return load()
  const before = lastLoads.get(chunk)
  const loaded = before === undefined ? load() : before.then(load, load)
  lastLoads.set(chunk, loaded)
  return loaded
}
