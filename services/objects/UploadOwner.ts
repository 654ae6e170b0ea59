import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"

export interface UploadOwner {
  readonly caller: Caller
  readonly context: ResolvedContext
  readonly bucket: string
  /** Sent with every request and never stored. */
  readonly customerKey?: CustomerKey
}

export type UploadFailure = NotFound | InvalidInput | Conflict | GatewayFailure
