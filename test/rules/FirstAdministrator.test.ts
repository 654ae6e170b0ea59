import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { FederatedSignIn } from "#services/identity/federation/FederatedSignIn.ts"
import { AccessOnDatabase } from "../services/support/accessLayer.ts"
import { password, refusal } from "./people.ts"

const source = {
  type: "oidc" as const,
  id: "corp",
  label: "Corp",
  config: { linking_policy: "manual" as const, trusted_domains: [] }
}
const identity = { subject: "s-1", email: "first@example.org", emailVerified: true, name: "Early Bird" }

// one block: the tests build on one another
layer(AccessOnDatabase, { timeout: "60 seconds" })("Emergency recovery and first administrator", (it) => {
  it.effect(
    "no default administrator exists, and a provider signs nobody in before the first one: setup stays open",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const federated = yield* FederatedSignIn
        assert.strictEqual(yield* refusal(federated.accept(source, identity)), "invalid_credentials")
        assert.deepStrictEqual(yield* sql`select id from ui_users`, [])
        assert.isTrue(yield* (yield* Bootstrap).isOpen)
      })
  )

  it.effect(
    "once the first administrator exists setup is closed for ever, and the same person gets in without rights",
    () =>
      Effect.gen(function* () {
        const bootstrap = yield* Bootstrap
        const sql = yield* SqlClient.SqlClient
        const token = yield* bootstrap.issueToken
        const pending = yield* bootstrap.createFirstAdministrator(token, {
          email: "ada@example.org",
          full_name: "Ada",
          password: Redacted.make(password)
        })
        assert.strictEqual(pending.next, "webauthn_enrollment", "the response continues to passkey enrolment")
        assert.strictEqual(yield* refusal((yield* FederatedSignIn).accept(source, identity)), "")
        yield* sql`delete from ui_users`
        assert.isFalse(yield* bootstrap.isOpen)
        assert.strictEqual(yield* refusal(bootstrap.issueToken), "setup_closed")
      })
  )
})
