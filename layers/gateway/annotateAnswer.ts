import { Effect } from "effect"

/** Writes into the span of a call what its gateway answered, and the id by which the gateway's own log knows the request. */
export const annotateAnswer = (status: number | undefined, requestId: string | ReadonlyArray<string> | undefined) =>
  Effect.annotateCurrentSpan({
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(typeof requestId === "string" ? { "aws.request_id": requestId } : {})
  })
