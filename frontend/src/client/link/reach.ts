import { isAbort, offlineProblem } from "../problem-error"
import { learnTime, serverNow } from "../server-clock"
import { isReachable, linkState, publishLinkEvent, untilSure } from "./link"
import { isDown } from "./link-state"

/** `patient`: a read, which waits while unreachable. Fails with `ProblemError` (`offline`), or `AbortError`. */
export const reach = async (
  send: () => Promise<Response>,
  patient: boolean,
  signal?: AbortSignal
): Promise<Response> => {
  for (;;) {
    if (patient) await untilSure(signal)
    const { doubts } = linkState()
    const sentAt = Date.now()
    let response: Response | null = null
    try {
      response = await send()
    } catch (cause) {
      // fetch does not distinguish programming errors from network failures.
      if (isAbort(cause)) throw cause
    }
    if (response !== null && !isDown(response.status)) {
      learnTime(response, sentAt)
      publishLinkEvent({ type: "answered", at: serverNow(), doubts })
      return response
    }
    // A 502 of the gateway looks like one of a proxy: a probe distinguishes them.
    if (await isReachable()) {
      if (response !== null) return response
      throw offlineProblem()
    }
    if (!patient) {
      if (response !== null) return response
      throw offlineProblem()
    }
  }
}
