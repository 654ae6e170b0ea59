class WouldAsk {
  readonly address: string

  constructor(address: string) {
    this.address = address
  }
}

const dry = new WeakSet<AbortSignal>()

export const isDry = (signal: AbortSignal | undefined): boolean => signal !== undefined && dry.has(signal)

export const urlOnly = (address: string): WouldAsk => new WouldAsk(address)

/** Sends nothing: server rendering has no session. Null when the reader sends none, or not with the given signal. */
export const firstAddress = async (read: (signal: AbortSignal) => Promise<unknown>): Promise<string | null> => {
  const { signal } = new AbortController()
  dry.add(signal)
  try {
    await read(signal)
  } catch (cause) {
    // Any other error recurs in the browser, which shows it.
    if (cause instanceof WouldAsk) return cause.address
  }
  return null
}
