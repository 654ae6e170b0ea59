import { type EarlyAnswer, sameAddress } from "./early-answer"
import { tell } from "./link/link"
import { learnTime, serverNow } from "./server-clock"

/** How long such an answer is good for, in milliseconds: scripts take seconds on a slow line, a page that slept asks anew. */
export const YOUNG = 30_000

/** The early answer to this very question, if there is one and it is young. Whoever takes it is the only one. */
const takeEarly = (address: string, workspace: string | undefined): EarlyAnswer | undefined => {
  const answers = globalThis.stowageEarly
  if (answers === undefined || answers.size === 0) return undefined
  const same = sameAddress(address)
  const found = answers.get(same)
  answers.delete(same)
  return found !== undefined && found.workspace === workspace && Math.abs(Date.now() - found.at) <= YOUNG ? found : undefined
}

/**
 * The early answer to a question that names this workspace, as `fetch` would give it: fails when it is no longer wanted. Undefined where there is none, or none to
 * work with: the line failed, or the service did. A 401 is handed on, for renewing the session is the caller's matter.
 */
export const earlyResponse = async (address: string, signal?: AbortSignal | null, workspace?: string): Promise<Response | undefined> => {
  const early = takeEarly(address, workspace)
  if (early === undefined) return undefined
  signal?.throwIfAborted()
  let forget: (() => void) | undefined
  const aborted = signal && new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener("abort", abort, { once: true })
    forget = () => signal.removeEventListener("abort", abort)
  })
  const response = await Promise.race([early.answer.catch(() => undefined), ...(aborted ? [aborted] : [])]).finally(() => forget?.())
  if (response === undefined || (!response.ok && response.status !== 401)) return undefined
  learnTime(response, early.at, early.came)
  tell({ type: "answered", at: serverNow(), doubts: 0 })
  return response
}
