import { Context } from "effect"

export interface Facts {
  /** The id, since names do not belong in a log. */
  userId: number | null
}

export const RequestFacts = Context.Reference<Facts>("stowage/http/RequestFacts", {
  defaultValue: () => ({ userId: null })
})
