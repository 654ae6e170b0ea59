import { Schema } from "effect"
import { selectionCountCheck, selectedKeysFields } from "../archive/Archive.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"
import { objectLimitBytes } from "../Upload.ts"
import { FilledText, Line, SecretText, Text } from "../../platform/Text.ts"

export const ShareKind = Schema.Literals(["object", "archive", "upload"]).annotate({ identifier: "ShareKind" })
export type ShareKind = typeof ShareKind.Type

/** Seconds: a minute to a year. */
export const shareLifetime = { minimum: 60, maximum: 31_536_000 } as const

export const sharePassword = { minimum: 12, maximum: 256 } as const

const Bytes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: objectLimitBytes }))
const TotalBytes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const Uses = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const common = {
  title: Schema.optionalKey(Line(120)),
  note: Schema.optionalKey(Text(2_000)),
  expires_seconds: Schema.Int.check(Schema.isBetween(shareLifetime)),
  password: Schema.optionalKey(SecretText(sharePassword.maximum)),
  max_uses: Schema.optionalKey(Uses)
}

export const CreateShare = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("object"),
    key: ObjectKey,
    version_id: Schema.optionalKey(FilledText(1_024)),
    ...common
  }),
  Schema.Struct({
    kind: Schema.tag("archive"),
    prefix: ObjectPrefix,
    ...selectedKeysFields,
    ...common
  }).check(selectionCountCheck),
  Schema.Struct({
    kind: Schema.tag("upload"),
    prefix: ObjectPrefix,
    max_file_bytes: Schema.optionalKey(Bytes),
    max_total_bytes: Schema.optionalKey(TotalBytes),
    ...common
  })
]).annotate({ identifier: "CreateShare" })
export type CreateShare = typeof CreateShare.Type

export const ShareState = Schema.Literals(["active", "expired", "revoked", "used_up", "closed"]).annotate({
  identifier: "ShareState"
})

export const Share = Schema.Struct({
  id: Schema.String,
  kind: ShareKind,
  state: ShareState,
  title: Schema.String,
  note: Schema.String,
  context_id: Schema.String,
  bucket: Schema.String,
  prefix: Schema.String,
  keys: Schema.Array(Schema.String),
  objects: Schema.Array(Schema.String),
  version_id: Schema.NullOr(Schema.String),
  has_password: Schema.Boolean,
  own: Schema.Boolean,
  made_by: Schema.String,
  created_at: Schema.String,
  expires_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String),
  max_uses: Schema.NullOr(Schema.Int),
  max_file_bytes: Schema.NullOr(Schema.Int),
  max_total_bytes: Schema.NullOr(Schema.Int),
  uses: Schema.Int,
  bytes: Schema.Int
}).annotate({ identifier: "Share" })
export type Share = typeof Share.Type

export const ShareList = Schema.Struct({ items: Schema.Array(Share) }).annotate({ identifier: "ShareList" })

/** Address of a share; grants access, apart from the password. */
export const ShareAddress = Schema.Struct({ url: Schema.String }).annotate({ identifier: "ShareAddress" })

export const CreatedShare = Schema.Struct({ share: Share, url: Schema.String }).annotate({ identifier: "MadeShare" })

export const ShareHit = Schema.Struct({
  id: Schema.Int,
  what: Schema.Literals(["file", "archive", "upload", "refused"]),
  name: Schema.String,
  bytes: Schema.Int,
  outcome: Schema.Literals(["open", "done", "cut"]),
  network: Schema.String,
  at: Schema.String
}).annotate({ identifier: "ShareHit" })
export type ShareHit = typeof ShareHit.Type

export const ShareHitList = Schema.Struct({ items: Schema.Array(ShareHit) }).annotate({ identifier: "ShareHitList" })
