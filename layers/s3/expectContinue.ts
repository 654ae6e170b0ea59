import { ClientRequest } from "node:http"
import type { Readable } from "node:stream"
import { afterContinue } from "../rgw/afterContinue.ts"

/** Holds a body that the SDK pipes until `100 Continue` (T13). */
export const expectContinue = <Body extends Readable>(body: Body): Body => {
  const pipe = body.pipe.bind(body)
  body.pipe = <To extends NodeJS.WritableStream>(to: To): To => {
    if (!(to instanceof ClientRequest) || to.getHeader("expect") !== "100-continue") return pipe(to)
    const request: ClientRequest = to
    afterContinue(request, () => pipe(request))
    return to
  }
  return body
}
