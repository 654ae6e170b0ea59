import { Config } from "effect"
import { KeyRingEntries, Origin } from "../formats.ts"
import { count, optionalToken, variable } from "./variable.ts"

/** Key rings, tokens of machines, and passkeys. */
export const keyVariables = {
  uiKeys: variable(
    "UI_JWT_KEYS",
    "comma-separated keys",
    "generated under DATA_DIR in development, required in production",
    "Ring that signs access cookies: 32 bytes or more each, base64url. The first signs, every one verifies.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  apiKeys: variable(
    "API_JWT_KEYS",
    "comma-separated keys",
    "as above",
    "Ring that signs API tokens. Removing a key ends the tokens it signed.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  jwtKeys: variable(
    "JWT_KEYS",
    "comma-separated keys",
    "as above",
    "Ring for pre-authentication, CSRF values and federation state.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  credentialKeys: variable(
    "CREDENTIAL_KEYS",
    "comma-separated keys",
    "as above",
    "Ring that encrypts stored gateway credentials. The first encrypts, every one decrypts.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  acceptLostCredentials: variable(
    "ACCEPT_LOST_CREDENTIALS",
    "boolean",
    "`false`",
    "Start although no key of CREDENTIAL_KEYS opens any stored credential.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  internalToken: variable(
    "INTERNAL_CRON_TOKEN",
    "secret",
    "internal job routes answer 503",
    "Token that schedulers send as X-Internal-Token.",
    optionalToken
  ),
  metricsToken: variable(
    "METRICS_TOKEN",
    "secret",
    "/metrics answers loopback peers only, and no request that a proxy forwards",
    "Bearer token of /metrics.",
    optionalToken
  ),
  rpId: variable("WEBAUTHN_RP_ID", "host name", "host of PUBLIC_ORIGIN", "Relying-party id of passkeys.", (name) =>
    Config.option(Config.NonEmptyString(name))
  ),
  rpOrigin: variable(
    "WEBAUTHN_ORIGIN",
    "origin",
    "PUBLIC_ORIGIN",
    "Origin that passkey ceremonies must come from.",
    (name) => Config.option(Config.schema(Origin, name))
  ),
  mfaRecentMinutes: variable(
    "MFA_RECENT_MINUTES",
    "integer 1–1440",
    "`15`",
    "How long a passkey verification counts as recent.",
    count(15, 1, 1440)
  )
}
