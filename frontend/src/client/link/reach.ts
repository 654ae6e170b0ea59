import { isAbort, offline } from "../problem-error"
import { learnTime, serverNow } from "../server-clock"
import { isReachable, linkState, tell, untilSure } from "./link"
import { isDown } from "./link-state"

/**
 * Sends a request, and tells the link of the page how that went. `patient`: nothing changes by it, so when the service
 * is or turns out to be gone it waits and is sent once the service is there. Fails as a `ProblemError` (`offline`), or as
 * the browser's `AbortError`.
 */
export const reach = async (send: () => Promise<Response>, patient: boolean, signal?: AbortSignal): Promise<Response> => {
  for (;;) {
    if (patient) await untilSure(signal)
    const { doubts } = linkState()
    const sentAt = Date.now()
    let response: Response | null = null
    try {
      response = await send()
    } catch (cause) {
      // A programming error or the network: fetch says both in the same way.
      if (isAbort(cause)) throw cause
    }
    if (response !== null && !isDown(response.status)) {
      learnTime(response, sentAt)
      tell({ type: "answered", at: serverNow(), doubts })
      return response
    }
    // A gateway's 502 looks the same as that of a proxy in front of us: only the service can tell which it is.
    if (await isReachable()) {
      if (response !== null) return response
      throw offline()
    }
    if (!patient) {
      if (response !== null) return response
      throw offline()
    }
  }
}
