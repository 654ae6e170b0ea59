import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { Text } from "../platform/Text.ts"

/** `stored_credentials` rotates no gateway key: it re-encrypts secrets with the first of CREDENTIAL_KEYS. */
export const keyTypes = ["account", "s3_user", "connection", "endpoint", "stored_credentials"] as const
export const KeyType = Schema.Literals(keyTypes).annotate({ identifier: "KeyType" })
export type KeyType = typeof KeyType.Type

export type StoredKeyType = Exclude<KeyType, "stored_credentials">

const once = <A>(values: ReadonlyArray<A>) => new Set(values).size === values.length || "Each may be named once"

const selection = {
  endpoint_ids: Schema.Array(RowId).check(Schema.isMaxLength(1_000), Schema.makeFilter(once)),
  key_types: Schema.Array(KeyType).check(Schema.isMinLength(1), Schema.makeFilter(once)),
  deactivate_only: Schema.optionalKey(Schema.Boolean)
}

const needsEndpoint = Schema.makeFilter(
  ({
    endpoint_ids,
    key_types
  }: {
    readonly endpoint_ids: ReadonlyArray<number>
    readonly key_types: ReadonlyArray<KeyType>
  }) =>
    endpoint_ids.length > 0 ||
    key_types.every((type) => type === "stored_credentials") || {
      path: ["endpoint_ids"],
      issue: "Name at least one storage endpoint"
    }
)

export const PlanKeyRotation = Schema.Struct(selection).check(needsEndpoint).annotate({ identifier: "PlanKeyRotation" })
export type PlanKeyRotation = typeof PlanKeyRotation.Type

export const StartKeyRotation = Schema.Struct({ ...selection, plan_hash: Schema.optionalKey(Text(200)) })
  .check(needsEndpoint)
  .annotate({ identifier: "StartKeyRotation" })
export type StartKeyRotation = typeof StartKeyRotation.Type

export const RotationParams = Schema.Struct({
  endpoint_ids: Schema.Array(Schema.Int),
  key_types: Schema.Array(KeyType),
  deactivate_only: Schema.Boolean
})
export type RotationParams = typeof RotationParams.Type

export const rotationParams = ({
  deactivate_only = false,
  endpoint_ids,
  key_types
}: PlanKeyRotation): RotationParams => ({
  endpoint_ids: [...endpoint_ids].sort((one, other) => one - other),
  key_types: keyTypes.filter((type) => key_types.includes(type)),
  deactivate_only
})
