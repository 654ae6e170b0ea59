import { Schema } from "effect"
import { AccessKey, SecretKey } from "./GatewayKeys.ts"

export const ClusterS3Ability = Schema.Literals([
  "signs",
  "reads_any_owner",
  "writes_any_owner",
  "keeps_version_ids"
]).annotate({ identifier: "ClusterS3Ability" })
export type ClusterS3Ability = typeof ClusterS3Ability.Type

export const ClusterS3Findings = Schema.Struct({
  uid: Schema.NullOr(Schema.String),
  abilities: Schema.Array(
    Schema.Struct({
      ability: ClusterS3Ability,
      available: Schema.NullOr(Schema.Boolean),
      evidence: Schema.String
    })
  ),
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "ClusterS3Findings" })
export type ClusterS3Findings = typeof ClusterS3Findings.Type

export const ClusterS3Key = Schema.Struct({
  access_key: Schema.String,
  ...ClusterS3Findings.fields
}).annotate({ identifier: "ClusterS3Key" })
export type ClusterS3Key = typeof ClusterS3Key.Type

export const ClusterS3KeyState = Schema.Struct({ key: Schema.NullOr(ClusterS3Key) }).annotate({
  identifier: "ClusterS3KeyState"
})
export type ClusterS3KeyState = typeof ClusterS3KeyState.Type

export const SetClusterS3Key = Schema.Struct({ access_key: AccessKey, secret_key: SecretKey }).annotate({
  identifier: "SetClusterS3Key"
})
export type SetClusterS3Key = typeof SetClusterS3Key.Type

export const hasClusterAbility = (
  { abilities }: Pick<ClusterS3Findings, "abilities">,
  ability: ClusterS3Ability
): boolean => abilities.some((one) => one.ability === ability && one.available === true)
