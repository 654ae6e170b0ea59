import { Schema } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { accessStates } from "../accessState.ts"
import { Name, Shaped } from "../../platform/Text.ts"

export const SpaceRight = Schema.Literals(["read", "write", "manage"]).annotate({ identifier: "SpaceRight" })
export type SpaceRight = typeof SpaceRight.Type

/** Folder of a bucket, with its slash; empty: the whole bucket. IAM patterns give `*`, `?` and `$` a meaning. */
export const SpacePrefix = Shaped(
  /^(?:[^\s/*?$\\"](?:[^*?$\\"\u0000-\u001f]*[^*?$\\"\s])?\/)?$/u,
  512,
  "Expected a folder as in data/2026/, without * ? $ \\ and quotes"
).annotate({ identifier: "SpacePrefix" })

export const SpaceAccess = Schema.Struct({
  state: Schema.Literals(accessStates),
  problem: Schema.NullOr(Schema.String),
  drift_count: Schema.Int,
  context_id: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SpaceAccess" })
export type SpaceAccess = typeof SpaceAccess.Type

export const StorageSpace = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  bucket_name: Schema.String,
  prefix: Schema.String,
  private: Schema.Boolean,
  right: Schema.NullOr(SpaceRight),
  member_count: Schema.Int,
  access: Schema.NullOr(SpaceAccess),
  bucket_state: Schema.Literals(["present", "creating", "missing", "unknown"]),
  used_bytes: Schema.NullOr(Schema.Int),
  object_count: Schema.NullOr(Schema.Int),
  created_at: Schema.String
}).annotate({ identifier: "StorageSpace" })
export type StorageSpace = typeof StorageSpace.Type

export const StorageSpaces = Schema.Struct({ items: Schema.Array(StorageSpace) }).annotate({
  identifier: "StorageSpaces"
})

const place = {
  bucket_name: ExistingBucketName,
  prefix: Schema.optionalKey(SpacePrefix),
  existing_bucket: Schema.optionalKey(Schema.Boolean)
}

export const CreateStorageSpace = Schema.Struct({
  name: Name(100),
  ...place,
  private: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CreateStorageSpace" })
export type CreateStorageSpace = typeof CreateStorageSpace.Type

export const UpdateStorageSpace = Schema.Struct({ name: Name(100) }).annotate({ identifier: "UpdateStorageSpace" })
export type UpdateStorageSpace = typeof UpdateStorageSpace.Type

export const SpaceMember = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  right: SpaceRight,
  added_at: Schema.String,
  access: Schema.NullOr(SpaceAccess)
}).annotate({ identifier: "SpaceMember" })
export type SpaceMember = typeof SpaceMember.Type
export const FormerMember = Schema.Struct({ email: Schema.String, access: SpaceAccess }).annotate({
  identifier: "FormerMember"
})
export type FormerMember = typeof FormerMember.Type
export const SpaceMembers = Schema.Struct({
  items: Schema.Array(SpaceMember),
  former: Schema.Array(FormerMember)
}).annotate({ identifier: "SpaceMembers" })
export type SpaceMembers = typeof SpaceMembers.Type

export const SpacePerson = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String
}).annotate({ identifier: "SpacePerson" })
export type SpacePerson = typeof SpacePerson.Type
export const SpacePeople = Schema.Struct({ items: Schema.Array(SpacePerson) }).annotate({
  identifier: "SpacePeople"
})

export const SetSpaceMember = Schema.Struct({ right: SpaceRight }).annotate({ identifier: "SetSpaceMember" })
