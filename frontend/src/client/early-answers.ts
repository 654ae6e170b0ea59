import { type PrefetchedResponse, normalizedAddress } from "./early-answer"
import { publishLinkEvent } from "./link/link"
import { learnTime, serverNow } from "./server-clock"

/** Milliseconds: scripts take seconds on a slow connection; a page that slept requests again. */
export const MAX_EARLY_AGE_MS = 30_000

const takeEarly = (address: string, workspace: string | undefined): PrefetchedResponse | undefined => {
  const answers = globalThis.stowageEarly
  if (answers === undefined || answers.size === 0) return undefined
  const same = normalizedAddress(address)
  const found = answers.get(same)
  answers.delete(same)
  return found !== undefined && found.workspace === workspace && Math.abs(Date.now() - found.at) <= MAX_EARLY_AGE_MS
    ? found
    : undefined
}

/** Undefined for none, or when it failed (network or 5xx). A 401 is returned: the caller renews the session. */
export const takePrefetchedResponse = async (
  address: string,
  signal?: AbortSignal | null,
  workspace?: string
): Promise<Response | undefined> => {
  const early = takeEarly(address, workspace)
  if (early === undefined) return undefined
  signal?.throwIfAborted()
  let forget: (() => void) | undefined
  const aborted =
    signal &&
    new Promise<never>((_, reject) => {
      const abort = () => reject(signal.reason as Error)
      signal.addEventListener("abort", abort, { once: true })
      forget = () => signal.removeEventListener("abort", abort)
    })
  const response = await Promise.race([early.answer.catch(() => undefined), ...(aborted ? [aborted] : [])]).finally(
    () => forget?.()
  )
  if (response === undefined || (!response.ok && response.status !== 401)) return undefined
  learnTime(response, early.at, early.came)
  publishLinkEvent({ type: "answered", at: serverNow(), doubts: 0 })
  return response
}
