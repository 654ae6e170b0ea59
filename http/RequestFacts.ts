import { Context } from "effect"

/** What becomes known of a request while it is answered, for the line of its access log. */
export interface Facts {
  /** The user's id: never a name, which does not belong in a log. */
  userId: number | null
}

/** Where nobody asks, nothing is kept. */
export const RequestFacts = Context.Reference<Facts>("stowage/http/RequestFacts", { defaultValue: () => ({ userId: null }) })
