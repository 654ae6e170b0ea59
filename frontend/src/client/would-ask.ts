/** Thrown in place of a request whose address alone is wanted. */
class WouldAsk {
  readonly address: string

  constructor(address: string) {
    this.address = address
  }
}

/** Signals under which nothing is sent. */
const dry = new WeakSet<AbortSignal>()

export const isDry = (signal: AbortSignal | undefined): boolean => signal !== undefined && dry.has(signal)

export const wouldAsk = (address: string): WouldAsk => new WouldAsk(address)

/**
 * What a reader would ask the service for first, without asking: while the page is rendered there is nobody to ask as.
 * Null where it asks for nothing, or not under the signal that it is given.
 */
export const firstAddress = async (read: (signal: AbortSignal) => Promise<unknown>): Promise<string | null> => {
  const { signal } = new AbortController()
  dry.add(signal)
  try {
    await read(signal)
  } catch (cause) {
    // whatever else stops a reader here stops it in the browser as well, where it can be shown
    if (cause instanceof WouldAsk) return cause.address
  }
  return null
}
