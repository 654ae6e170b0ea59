import type { ClientRequest } from "node:http"

/** Some proxies never answer `Expect`: the body is sent then. */
const CONTINUE_TIMEOUT_MILLIS = 1_000

/** Begins a body at `100 Continue` (T13): a refusing gateway closes at once, and its reason would be lost. */
export const afterContinue = (request: ClientRequest, begin: () => void): void => {
  const settle = () => {
    clearTimeout(late)
    request.off("continue", sent).off("response", refused).off("close", settle)
  }
  const sent = () => {
    settle()
    begin()
  }
  const refused = (answer: { readonly once: (event: "close", listener: () => void) => unknown }) => {
    settle()
    answer.once("close", () => request.destroy())
  }
  const late = setTimeout(sent, CONTINUE_TIMEOUT_MILLIS)
  request.once("continue", sent).once("response", refused).once("close", settle)
}
