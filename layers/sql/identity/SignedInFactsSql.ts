import { Settings } from "#services/platform/Settings.ts"
import { SignedInFacts } from "#services/identity/signin/SignedInFacts.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { unreadStatement } from "../platform/unreadStatement.ts"
import { passkeyPolicyOf, PolicyRow, policyStatement } from "./users/passkeyPolicyOf.ts"
import { accessMark, GrantedRightsRow, grantedRights, rightsOf } from "./users/rightsStatements.ts"

const signedInReader = makeRowReader(
  "ui_users",
  Schema.Struct({
    given: Schema.Array(GrantedRightsRow),
    mark: Schema.NullOr(Schema.String),
    policy: Schema.NullOr(PolicyRow),
    passkeys: Schema.Int,
    codes: Schema.Int,
    unread: Schema.Int
  })
)

export const layer = Layer.effect(
  SignedInFacts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const policyOf = passkeyPolicyOf(yield* Settings)

    const of = Effect.fn("SignedInFacts.of")(
      (userId: number) =>
        Effect.map(
          signedInReader.one(sql`
    select
      coalesce((select jsonb_agg(to_jsonb(r)) from (${grantedRights(sql, userId)}) r), '[]') as given,
      (select ${sql.literal(accessMark)} from ui_users u where u.id = ${userId}) as mark,
      (select to_jsonb(p) from (${sql.literal(policyStatement)}) p) as policy,
      (select count(*)::int from webauthn_credentials where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as codes,
      (${unreadStatement(sql, userId)}) as unread`),
          ({ codes, given, mark, passkeys, policy, unread }) => ({
            ...rightsOf(given),
            access_mark: mark ?? "",
            passkeyPolicy: policyOf(policy),
            passkeys,
            recovery_codes_left: codes,
            unread_notifications: unread
          })
        ),
      Effect.orDie
    )

    return SignedInFacts.of({ of })
  })
)
