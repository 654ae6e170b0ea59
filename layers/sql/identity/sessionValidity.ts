import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

const ends = { s: "least(s.idle_expires_at, s.absolute_expires_at)", t: "t.expires_at" } as const

/** SQL form of `validityOf`; `s`: auth_sessions, `t`: api_tokens, `u`: the owner, left-joined for S3 sessions. */
export const sessionValidity = (
  sql: SqlClient.SqlClient,
  row: keyof typeof ends,
  now: DateTime.Utc
): {
  readonly isValid: Statement.Fragment
  readonly state: Statement.Fragment
} => {
  const notRevoked = sql.literal(`${row}.revoked_at is null`)
  const owned = sql.literal(`(${row}.user_id is null or (u.is_active and u.auth_version = ${row}.auth_version))`)
  const before = sql`${sql.literal(ends[row])} > ${DateTime.toDateUtc(now)}`
  return {
    isValid: sql`(${notRevoked} and ${owned} and ${before})`,
    state: sql`(case when not ${notRevoked} then 'revoked' when not ${owned} then 'invalidated'
      when not ${before} then 'expired' else 'stands' end)`
  }
}
