import { Context } from "effect"

/** Id of the request: X-Request-Id header, `request_id` of problem documents, log and span attribute. */
export const RequestId: Context.Reference<string> = Context.Reference("stowage/http/RequestId", {
  defaultValue: () => "none"
})
