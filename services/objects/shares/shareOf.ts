import { DateTime } from "effect"
import type { Share } from "#domain/objects/shares/Share.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"

const stateOf = (
  { expires_at, max_uses, revoked_at, uses }: ShareRecord,
  now: DateTime.Utc,
  closed: boolean
): Share["state"] => {
  if (revoked_at !== null) return "revoked"
  if (DateTime.isLessThanOrEqualTo(expires_at, now)) return "expired"
  if (closed) return "closed"
  return max_uses !== null && uses >= max_uses ? "used_up" : "active"
}

/** `closed`: its maker has lost access. */
export const shareOf = (
  record: ShareRecord,
  viewer: { readonly now: DateTime.Utc; readonly userId: number; readonly closed: boolean }
): Share => {
  const {
    bucket,
    bytes,
    context_id,
    id,
    keys,
    kind,
    made_by,
    max_file_bytes,
    max_total_bytes,
    max_uses,
    note,
    objects,
    prefix,
    title,
    uses,
    version_id
  } = record
  return {
    id,
    kind,
    state: stateOf(record, viewer.now, viewer.closed),
    title,
    note,
    context_id,
    bucket,
    prefix,
    keys,
    objects,
    version_id,
    has_password: record.password_hash !== null,
    own: record.user_id === viewer.userId,
    made_by,
    created_at: DateTime.formatIso(record.created_at),
    expires_at: DateTime.formatIso(record.expires_at),
    revoked_at: record.revoked_at === null ? null : DateTime.formatIso(record.revoked_at),
    max_uses,
    max_file_bytes,
    max_total_bytes,
    uses,
    bytes
  }
}
