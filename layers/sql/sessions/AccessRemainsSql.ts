import { AccessRemains } from "#services/sessions/AccessRemains.ts"
import { knownAddressDays } from "#domain/limits/RateLimit.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { standing } from "../standing/standing.ts"

/** Rows of one delete: quick enough to keep nobody waiting. */
const batch = 5_000

export const layer = Layer.effect(AccessRemains, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const clear = Effect.fn("AccessRemains.clear")(
    function*(now: DateTime.Utc, sessionsBefore: DateTime.Utc) {
      const at = DateTime.toDateUtc(now)
      const before = DateTime.toDateUtc(sessionsBefore)
      const strangersAgain = DateTime.toDateUtc(DateTime.subtract(now, { days: knownAddressDays }))
      const touched = [
        yield* sql`delete from webauthn_challenges where expires_at <= ${at} returning 1`,
        yield* sql`delete from oidc_states where expires_at <= ${at} returning 1`,
        yield* sql`
          delete from rate_limits where key in (select key from rate_limits where window_ends_at <= ${at} limit ${batch}) returning 1`,
        // listings of direct S3 sessions are their own: nobody else may look at them
        yield* sql`
          delete from bucket_listings l where l.key like 's3-session:%' and not exists (
            select from auth_sessions s left join ui_users u on u.id = s.user_id
            where s.kind = 's3' and 's3-session:' || s.id = l.key and ${standing(sql, "s", now).stands}
          ) returning 1`,
        yield* sql`
          delete from known_addresses where (account, network) in (
            select account, network from known_addresses where last_used_at < ${strangersAgain} limit ${batch}
          ) returning 1`,
        yield* sql`update identity_link_requests set status = 'expired' where status = 'pending' and expires_at <= ${at} returning 1`,
        yield* sql`
          delete from auth_sessions where id in (
            select id from auth_sessions where absolute_expires_at <= ${before} and s3_credentials is null limit ${batch}
          ) returning 1`
      ]
      return touched.reduce((total, rows) => total + rows.length, 0)
    },
    Effect.orDie
  )

  return AccessRemains.of({ clear })
}))
