/** The chunk that a function fetches, as the build writes it there. */
const CHUNK = /[\w-]+\.js/

/** By chunk, the last that was asked for of it. */
const asked = new Map<string, Promise<unknown>>()

/**
 * Fetches code, in place of Vite's own way: what is asked for of one chunk comes in the order in which it was asked for. Browsers promise
 * none for imports of a script that is still on its way, and of two presses before it is there, the second would be heard first.
 */
export const loadInOrder = <A>(load: () => Promise<A>): Promise<A> => {
  const chunk = CHUNK.exec(String(load))?.[0]
  if (chunk === undefined) return load()
  const before = asked.get(chunk)
  const loaded = before === undefined ? load() : before.then(load, load)
  asked.set(chunk, loaded)
  return loaded
}
