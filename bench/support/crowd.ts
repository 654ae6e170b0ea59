import { DateTime, Effect, Layer, Redacted } from "effect"
import type { Client } from "pg"
import { cookieNames } from "#http/sessionCookies.ts"
import { keyRing } from "#layers/config/keyRings.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { adminSecretPurpose } from "#services/gateways/endpoints/adminTarget.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { TestSettings, testSettings } from "../../test/support/testSettings.ts"

export interface Member {
  readonly cookie: string
  readonly contextId: number
}

/** Registers accounts and `people` administrators of one each. `key`: of every key ring. */
export const seedCrowd = Effect.fnUntraced(function* (
  client: Client,
  key: string,
  url: string,
  accounts: number,
  people: number
) {
  const ring = keyRing([key])
  if (ring === null) return yield* Effect.die(new Error("no key"))
  return yield* Effect.gen(function* () {
    const [cipher, tokens] = [yield* CredentialCipher, yield* Tokens]
    const sealed = yield* cipher.encrypt(adminSecretPurpose(url), Redacted.make("a secret of the gateway"))
    const rows = <A>(text: string, values: ReadonlyArray<unknown>) =>
      Effect.promise(async () => (await client.query(text, [...values])).rows as ReadonlyArray<A>)
    const [endpoint] = yield* rows<{ id: number }>(
      `
      insert into storage_endpoints (name, url, features_config, admin_access_key, admin_secret, created_at, updated_at)
      values ('bench', $1, '{"features":{"admin":{"enabled":true},"account":{"enabled":true}}}', 'AK', $2, now(), now())
        returning id`,
      [url, sealed]
    )
    const contexts = yield* Effect.forEach(
      Array.from({ length: accounts }, (_, index) => `RGW${String(index + 1).padStart(17, "0")}`),
      (id) =>
        Effect.gen(function* () {
          const secret = yield* cipher.encrypt(
            registrationSecretPurpose("account", endpoint!.id, id),
            Redacted.make("a secret of the gateway")
          )
          const [account] = yield* rows<{ id: number }>(
            `
        insert into rgw_accounts (name, gateway_name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key,
          secret, created_at)
        values ($1, $1, $1, lower($1), $2, 'AK', $3, now()) returning id`,
            [id, endpoint!.id, secret]
          )
          return account!.id
        })
    )
    const until = DateTime.addDuration(yield* DateTime.now, "1 hour")
    const members = Array.from({ length: people }, (_, index) => ({
      session: crypto.randomUUID(),
      contextId: contexts[index % contexts.length] ?? 0
    }))
    yield* rows(
      `
      with wanted as (select * from jsonb_to_recordset($1::text::jsonb) as w (number int, session text, context int)),
      users as (
        insert into ui_users (email, full_name, role, created_at, updated_at)
        select 'person-' || number || '@example.org', 'Person', 'ui_user', now(), now() from wanted returning id, email
      ), known as (select u.id, w.session, w.context from users u join wanted w
        on u.email = 'person-' || w.number || '@example.org'),
      links as (insert into user_associations (user_id, rgw_account_id, manager_role) select id, context,
        'account_administrator' from known)
      insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at,
        absolute_expires_at)
      select session::uuid, 'ui', id, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days'
        from known`,
      [JSON.stringify(members.map(({ contextId, session }, number) => ({ number, session, context: contextId })))]
    )
    // new rights raise auth_version
    yield* rows("update auth_sessions s set auth_version = u.auth_version from ui_users u where u.id = s.user_id", [])
    yield* rows("analyze", [])
    return yield* Effect.forEach(
      members,
      ({ contextId, session }) =>
        Effect.map(
          tokens.sign("access", session, until),
          (access): Member => ({ contextId, cookie: `${cookieNames.access}=${Redacted.value(access)}` })
        ),
      { concurrency: 4 }
    )
  }).pipe(
    Effect.provide(
      Layer.merge(TokensJose.layer, CredentialCipherAes.layer).pipe(
        Layer.provide(TestSettings({ rings: { ...testSettings().rings, ui: ring, credentials: ring } }))
      )
    )
  )
})
