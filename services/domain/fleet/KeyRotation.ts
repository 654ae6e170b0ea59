import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { Text } from "../platform/Text.ts"

/**
 * Whose keys are rotated: those with which the console acts as registered RGW accounts and RGW users, those of shared S3 connections
 * that are bound to an endpoint, and the technical keys of endpoints. `stored_credentials` rotates no key of a gateway: it encrypts everything that is stored with the first key of
 * CREDENTIAL_KEYS.
 */
export const keyTypes = ["account", "s3_user", "connection", "endpoint", "stored_credentials"] as const
export const KeyType = Schema.Literals(keyTypes).annotate({ identifier: "KeyType" })
export type KeyType = typeof KeyType.Type

/** Types that are keys of a gateway. */
export type HeldKeyType = Exclude<KeyType, "stored_credentials">

const once = <A>(values: ReadonlyArray<A>) => new Set(values).size === values.length || "Each may be named once"

const what = {
  endpoint_ids: Schema.Array(RowId).check(Schema.isMaxLength(1_000), Schema.makeFilter(once)),
  key_types: Schema.Array(KeyType).check(Schema.isMinLength(1), Schema.makeFilter(once)),
  /** The old keys stay on the gateway, switched off: they can be switched on again (undo), or deleted later. Left out: they are deleted. */
  deactivate_only: Schema.optionalKey(Schema.Boolean)
}

const anywhere = Schema.makeFilter(({ endpoint_ids, key_types }: { readonly endpoint_ids: ReadonlyArray<number>; readonly key_types: ReadonlyArray<KeyType> }) =>
  endpoint_ids.length > 0 || key_types.every((type) => type === "stored_credentials") || { path: ["endpoint_ids"], issue: "Name at least one storage endpoint" })

/** Which keys would be rotated. */
export const PlanKeyRotation = Schema.Struct(what).check(anywhere).annotate({ identifier: "PlanKeyRotation" })
export type PlanKeyRotation = typeof PlanKeyRotation.Type

/** Rotates them. With the hash of a plan only while that plan holds. */
export const StartKeyRotation = Schema.Struct({ ...what, plan_hash: Schema.optionalKey(Text(200)) }).check(anywhere).annotate({ identifier: "StartKeyRotation" })
export type StartKeyRotation = typeof StartKeyRotation.Type

/** The kind's own parameters: everything said, in one order. */
export const RotationParams = Schema.Struct({ endpoint_ids: Schema.Array(Schema.Int), key_types: Schema.Array(KeyType), deactivate_only: Schema.Boolean })
export type RotationParams = typeof RotationParams.Type

export const rotationParams = ({ deactivate_only = false, endpoint_ids, key_types }: PlanKeyRotation): RotationParams => ({
  endpoint_ids: [...endpoint_ids].sort((one, other) => one - other), key_types: keyTypes.filter((type) => key_types.includes(type)), deactivate_only
})
