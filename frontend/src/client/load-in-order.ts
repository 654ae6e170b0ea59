/** Chunk name in the source of an import function, as the build writes it. */
const CHUNK = /[\w-]+\.js/

const lastLoads = new Map<string, Promise<unknown>>()

/**
 * Replaces Vite's loader: imports of one chunk resolve in request order. Browsers do not guarantee that while a script
 * is loading, so a second click could be handled first.
 */
export const loadInOrder = <A>(load: () => Promise<A>): Promise<A> => {
  const chunk = CHUNK.exec(String(load))?.[0]
  if (chunk === undefined) return load()
  const before = lastLoads.get(chunk)
  const loaded = before === undefined ? load() : before.then(load, load)
  lastLoads.set(chunk, loaded)
  return loaded
}
