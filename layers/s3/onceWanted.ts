import { ClientRequest, type IncomingMessage } from "node:http"
import type { Readable } from "node:stream"

/** Milliseconds in which a gateway says whether it wants a body. What says nothing, as some proxies do, is sent it then. */
const patience = 1_000

/**
 * Holds a body back until the gateway wants it (T13). Whoever refuses (a quota, credentials that have ended, clocks apart) answers at once and
 * closes, and bytes on their way there would break the connection before its reason is read. The SDK asks (`Expect: 100-continue`, from
 * 2 MiB on), but waits for the word on agents of its own alone, which know nothing of our guarded look-ups.
 */
export const onceWanted = <Body extends Readable>(body: Body): Body => {
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
      // a request that was not sent whole leaves its connection of no use
      answer.once("close", () => request.destroy())
    }
    const settle = () => {
      clearTimeout(late)
      request.off("continue", begin).off("response", refused).off("close", settle)
    }
    const late = setTimeout(begin, patience)
    request.once("continue", begin).once("response", refused).once("close", settle)
    return to
  }
  return body
}
