import { Schema } from "effect"
import { chosenCount, chosenFields } from "../archive/Archive.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"
import { objectLimitBytes } from "../Upload.ts"
import { FilledText, Line, SecretText, Text } from "../../platform/Text.ts"

/** What somebody without an account does with a link: fetch one object, fetch a folder or selection, or send files into a folder. */
export const ShareKind = Schema.Literals(["object", "archive", "upload"]).annotate({ identifier: "ShareKind" })
export type ShareKind = typeof ShareKind.Type

/** Seconds that a link lives: a minute to a year. */
export const shareLifetime = { minimum: 60, maximum: 31_536_000 } as const

/** Characters of a password for a link; the same as for people. */
export const sharePassword = { minimum: 12, maximum: 256 } as const

const Bytes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: objectLimitBytes }))
const TotalBytes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const Uses = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const common = {
  /** Shown to whoever opens the link; empty: none. */
  title: Schema.optionalKey(Line(120)),
  note: Schema.optionalKey(Text(2_000)),
  expires_seconds: Schema.Int.check(Schema.isBetween(shareLifetime)),
  password: Schema.optionalKey(SecretText(sharePassword.maximum)),
  /** Downloads, or files that are sent. */
  max_uses: Schema.optionalKey(Uses)
}

/** A link that is to be made, by its kind. */
export const CreateShare = Schema.Union([
  Schema.Struct({ kind: Schema.tag("object"), key: ObjectKey, version_id: Schema.optionalKey(FilledText(1_024)), ...common }),
  Schema.Struct({
    kind: Schema.tag("archive"),
    /** The folder in which the entries were chosen: visitors see names below it. */
    prefix: ObjectPrefix,
    ...chosenFields,
    ...common
  }).check(chosenCount),
  Schema.Struct({
    kind: Schema.tag("upload"),
    /** Where files go; empty is the bucket itself. */
    prefix: ObjectPrefix,
    max_file_bytes: Schema.optionalKey(Bytes), max_total_bytes: Schema.optionalKey(TotalBytes), ...common
  })
]).annotate({ identifier: "CreateShare" })
export type CreateShare = typeof CreateShare.Type

/** `closed`: whoever made it lost the right to the data, so that it opens nothing. */
export const ShareState = Schema.Literals(["active", "expired", "revoked", "used_up", "closed"]).annotate({ identifier: "ShareState" })

/** A link, as those see it who may browse what it leads to. */
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
  /** Objects of an archive alone, also where their keys end in `/`. */
  objects: Schema.Array(Schema.String),
  version_id: Schema.NullOr(Schema.String),
  has_password: Schema.Boolean,
  /** It is the caller's own: only they may see its address again. */
  own: Schema.Boolean,
  made_by: Schema.String,
  created_at: Schema.String,
  expires_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String),
  max_uses: Schema.NullOr(Schema.Int),
  max_file_bytes: Schema.NullOr(Schema.Int),
  max_total_bytes: Schema.NullOr(Schema.Int),
  /** Downloads begun, or files sent. */
  uses: Schema.Int,
  /** Bytes that were fetched, or sent. */
  bytes: Schema.Int
}).annotate({ identifier: "Share" })
export type Share = typeof Share.Type

/** The newest links first, at most 500. */
export const ShareList = Schema.Struct({ items: Schema.Array(Share) }).annotate({ identifier: "ShareList" })

/** The address of a link: whoever has it needs nothing else, but for the password. */
export const ShareAddress = Schema.Struct({ url: Schema.String }).annotate({ identifier: "ShareAddress" })

export const MadeShare = Schema.Struct({ share: Share, url: Schema.String }).annotate({ identifier: "MadeShare" })

/** One thing that was done with a link. `open`: it goes on; `cut`: it did not come to its end. */
export const ShareHit = Schema.Struct({
  id: Schema.Int,
  /** `refused`: a wrong password. */
  what: Schema.Literals(["file", "archive", "upload", "refused"]),
  name: Schema.String,
  bytes: Schema.Int,
  outcome: Schema.Literals(["open", "done", "cut"]),
  /** Where it came from: an IPv4 address, or the /64 of an IPv6 one. */
  network: Schema.String,
  at: Schema.String
}).annotate({ identifier: "ShareHit" })
export type ShareHit = typeof ShareHit.Type

/** The newest hits first, at most 200. */
export const ShareHitList = Schema.Struct({ items: Schema.Array(ShareHit) }).annotate({ identifier: "ShareHitList" })
