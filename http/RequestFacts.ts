import { Context } from "effect"

export interface Facts {
  userId: number | null
}

export const RequestFacts = Context.Reference<Facts>("stowage/http/RequestFacts", {
  defaultValue: () => ({ userId: null })
})
