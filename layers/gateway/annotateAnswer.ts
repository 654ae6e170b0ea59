import { Effect } from "effect"

export const annotateAnswer = (status: number | undefined, requestId: string | ReadonlyArray<string> | undefined) =>
  Effect.annotateCurrentSpan({
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(typeof requestId === "string" ? { "aws.request_id": requestId } : {})
  })
