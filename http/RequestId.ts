import { Context } from "effect"

/** The id of the running request: header X-Request-Id, `request_id` of problem documents, log and span attribute. */
export const RequestId: Context.Reference<string> = Context.Reference("stowage/http/RequestId", { defaultValue: () => "none" })
