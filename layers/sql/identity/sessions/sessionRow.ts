import { DateTime, Schema } from "effect"
import type { SessionRecord } from "#services/identity/sessions/SessionRecords.ts"
import { userColumns, UserColumns, userOf } from "../users/userColumns.ts"

export const SessionRow = Schema.Struct({
  ...UserColumns,
  id: Schema.String,
  kind: Schema.Literals(["ui", "preauth"]),
  auth_version: Schema.Int,
  user_auth_version: Schema.Int,
  is_active: Schema.Boolean,
  authenticated_at: Schema.Date,
  mfa_verified_at: Schema.NullOr(Schema.Date),
  idle_expires_at: Schema.Date,
  absolute_expires_at: Schema.Date,
  revoked: Schema.Boolean
})

export const sessionColumns = `${userColumns}, s.id, s.kind, s.auth_version, u.auth_version as user_auth_version,
  u.is_active,
  s.authenticated_at, s.mfa_verified_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at is not null as revoked`

export const sessionOf = (row: typeof SessionRow.Type): SessionRecord => ({
  id: row.id,
  kind: row.kind,
  user: userOf(row),
  owner: { active: row.is_active, authVersion: row.auth_version, authVersionNow: row.user_auth_version },
  authenticatedAt: DateTime.fromDateUnsafe(row.authenticated_at),
  mfaVerifiedAt: row.mfa_verified_at === null ? null : DateTime.fromDateUnsafe(row.mfa_verified_at),
  absoluteExpiresAt: DateTime.fromDateUnsafe(row.absolute_expires_at),
  endsAt: DateTime.min(DateTime.fromDateUnsafe(row.idle_expires_at), DateTime.fromDateUnsafe(row.absolute_expires_at)),
  revoked: row.revoked
})
