import { Context } from "effect"

export const RequestId: Context.Reference<string> = Context.Reference("stowage/http/RequestId", {
  defaultValue: () => "none"
})
