import { Effect } from "effect"
import { StoredCredentials } from "#services/gateways/credentials/StoredCredentials.ts"
import { Settings } from "#services/platform/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"

/** Refuses keys that open no stored credential, unless ACCEPT_LOST_CREDENTIALS; reports some unreadable ones. */
export const requireCredentialKeys = Effect.gen(function* () {
  const { acceptLostCredentials, rings } = yield* Settings
  const found = yield* (yield* StoredCredentials).countByKey
  const known = new Set(rings.credentials.map(({ kid }) => kid))
  const all = [...found.values()].reduce((sum, count) => sum + count, 0)
  const lost = [...found].reduce((sum, [kid, count]) => (known.has(kid) ? sum : sum + count), 0)
  if (lost === 0) return
  if (lost === all && !acceptLostCredentials) {
    return yield* new CommandFailed({
      message:
        `CREDENTIAL_KEYS: no key of this ring opens any of the ${all} stored credentials. Is it that of ` +
        "another installation? " +
        "If the keys are lost for good, start with ACCEPT_LOST_CREDENTIALS=true and enter the credentials anew"
    })
  }
  yield* Effect.logWarning(
    `${lost} of ${all} stored credentials were encrypted with keys that CREDENTIAL_KEYS does not have: they ` +
      "cannot be used until they are entered anew"
  )
})
