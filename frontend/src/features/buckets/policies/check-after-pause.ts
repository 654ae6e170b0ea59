import { asProblem, isAbort } from "~/client/problem-error"

const PAUSE_MS = 400

/** Checks a draft after a pause in typing; returns its cancellation. `failed("")`: it succeeded. Browser only. */
export const checkAfterPause = (
  ask: (signal: AbortSignal) => Promise<void>,
  failed: (problem: string) => void
): (() => void) => {
  const request = new AbortController()
  const timer = setTimeout(async () => {
    try {
      await ask(request.signal)
      failed("")
    } catch (cause) {
      if (!isAbort(cause)) failed(asProblem(cause).message)
    }
  }, PAUSE_MS)
  return () => {
    clearTimeout(timer)
    request.abort()
  }
}
