import { asProblem, isAbort } from "~/client/problem-error"

/** Milliseconds that somebody pauses for after a word. */
const PAUSE_MS = 400

/**
 * Asks about a draft once somebody pauses, and tells why it could not be answered; "" once it was.
 * What it answers ends it: a later draft is another question. Browser only.
 */
export const askAfterPause = (
  ask: (signal: AbortSignal) => Promise<void>,
  failed: (problem: string) => void
): (() => void) => {
  const asked = new AbortController()
  const timer = setTimeout(async () => {
    try {
      await ask(asked.signal)
      failed("")
    } catch (cause) {
      if (!isAbort(cause)) failed(asProblem(cause).message)
    }
  }, PAUSE_MS)
  return () => {
    clearTimeout(timer)
    asked.abort()
  }
}
