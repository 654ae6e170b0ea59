import type { GatewayAccount } from "#domain/gateways/endpoints/Gateway.ts"
import { Schema } from "effect"
import { decodeMaxBuckets } from "./Limits.ts"

/** An account may have an empty name (A2). */
export const WireAccount = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  tenant: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  /** 0: unlimited, -1: none (A3). */
  max_buckets: Schema.Int
})

export const accountOf = (wire: typeof WireAccount.Type): GatewayAccount => ({
  id: wire.id,
  name: wire.name === "" ? wire.id : wire.name,
  tenant: wire.tenant ?? "",
  email: wire.email === undefined || wire.email === "" ? null : wire.email,
  max_buckets: decodeMaxBuckets(wire.max_buckets)
})
