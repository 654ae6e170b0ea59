import { ClientRequest, type IncomingMessage } from "node:http"
import type { Readable } from "node:stream"

/** Some proxies never answer `Expect`: the body is sent then. */
const CONTINUE_TIMEOUT_MILLIS = 1_000

/** Holds a body until `100 Continue` (T13): a refusing gateway closes at once, and its reason would be lost. */
export const expectContinue = <Body extends Readable>(body: Body): Body => {
  const pipe = body.pipe.bind(body)
  body.pipe = <To extends NodeJS.WritableStream>(to: To): To => {
    if (!(to instanceof ClientRequest) || to.getHeader("expect") !== "100-continue") return pipe(to)
    const request: ClientRequest = to
    const begin = () => {
      settle()
      pipe(request)
    }
    const refused = (answer: IncomingMessage) => {
      settle()
      answer.once("close", () => request.destroy())
    }
    const settle = () => {
      clearTimeout(late)
      request.off("continue", begin).off("response", refused).off("close", settle)
    }
    const late = setTimeout(begin, CONTINUE_TIMEOUT_MILLIS)
    request.once("continue", begin).once("response", refused).once("close", settle)
    return to
  }
  return body
}
