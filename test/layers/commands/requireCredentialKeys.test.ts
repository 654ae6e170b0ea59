import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { requireCredentialKeys } from "#layers/commands/requireCredentialKeys.ts"
import * as StoredCredentialsSql from "#layers/sql/gateways/StoredCredentialsSql.ts"
import { newKey, ringOf, seedCredentials } from "../../support/storedCredentials.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings, testSettings } from "../../support/testSettings.ts"

const startWith = (keys: ReadonlyArray<string>, acceptLostCredentials = false) =>
  requireCredentialKeys.pipe(
    Effect.provide(
      StoredCredentialsSql.layer.pipe(
        Layer.provideMerge(
          TestSettings({ rings: { ...testSettings().rings, credentials: ringOf(...keys) }, acceptLostCredentials })
        )
      )
    )
  )

layer(TestDatabase.layer, { excludeTestServices: true })("the ring that credentials are encrypted with", (it) => {
  it.effect(
    "stops a start where it opens nothing that is stored, unless that is accepted; older keys, and a lost one " +
      "among others, do not",
    () =>
      Effect.gen(function* () {
        const [first, second, other] = [newKey(), newKey(), newKey()] as const
        yield* startWith([other])
        yield* seedCredentials(first)
        yield* startWith([first])
        yield* startWith([second, first])
        const refused = yield* Effect.flip(startWith([other]))
        assert.match(refused.message, /^CREDENTIAL_KEYS: no key of this ring opens any of the 10 stored credentials\./)
        yield* startWith([other], true)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update rgw_users set secret = ${`v1.${ringOf(other)[0].kid}.x`}`
        yield* startWith([other])
      })
  )
})
