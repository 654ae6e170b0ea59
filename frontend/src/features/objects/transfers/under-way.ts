/** Uploads that this page is sending, by their ids. */
const sending = new Set<string>()
const listeners = new Set<() => void>()

const tell = (): void => { for (const listener of listeners) listener() }

/** Whether this page is sending it. */
export const isUnderWay = (id: string): boolean => sending.has(id)

/** It is being sent from now on. Answers how to say that it is not any more. */
export const sendingOf = (id: string): (() => void) => {
  sending.add(id)
  tell()
  return () => { if (sending.delete(id)) tell() }
}

/** Hears whenever an upload begins or ends. Answers how to stop that. */
export const whenSending = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}
