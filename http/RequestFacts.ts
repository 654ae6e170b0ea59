import { Context } from "effect"

export interface RequestUser {
  userId: number | null
}

export const RequestFacts = Context.Reference<RequestUser>("stowage/http/RequestFacts", {
  defaultValue: () => ({ userId: null })
})
