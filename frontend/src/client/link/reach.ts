import { isAbort, offline } from "../problem-error"
import { learnTime, serverNow } from "../server-clock"
import { isReachable, tell, untilReachable } from "./link"
import { isDown } from "./link-state"

/**
 * Sends a request, and tells the link of the page how that went. `patient`: nothing changes by it, so when the service
 * turns out to be gone it waits and is sent again once the service is there. Fails as a `ProblemError` (`offline`), or as
 * the browser's `AbortError`.
 */
export const reach = async (send: () => Promise<Response>, patient: boolean, signal?: AbortSignal): Promise<Response> => {
  for (;;) {
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
      tell({ type: "answered", at: serverNow() })
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
    await untilReachable(signal)
  }
}
