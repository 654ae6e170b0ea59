import { Context } from "effect"

export interface RequestOrigin {
  readonly requestId: string | null
  /** Client address behind the trusted proxies; empty when unknown. */
  readonly address: string
  readonly userAgent: string
}

export const CurrentOrigin = Context.Reference<RequestOrigin>("stowage/domain/CurrentOrigin", {
  defaultValue: () => ({ requestId: null, address: "", userAgent: "" })
})
