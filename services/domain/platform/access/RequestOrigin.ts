import { Context } from "effect"

/** Where the running request comes from; set by the access middleware, kept with audit rows and sessions. */
export interface RequestOrigin {
  /** Null outside a request: a job or an operator's command. */
  readonly requestId: string | null
  /** The client's address behind the trusted proxies; empty when unknown. */
  readonly address: string
  readonly userAgent: string
}

export const CurrentOrigin = Context.Reference<RequestOrigin>("stowage/domain/CurrentOrigin", {
  defaultValue: () => ({ requestId: null, address: "", userAgent: "" })
})
