import type { Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { Context, type DateTime, type Effect, type Redacted } from "effect"

/** What a token is for; a token for one use is never accepted for another. */
export type TokenUse = "access" | "preauth" | "api" | "s3" | "oidc"

/** Signed tokens and values bound to sessions, with the key rings behind them. */
export class Tokens extends Context.Service<Tokens, {
  /**
   * Signs the id of a row: a session (`access`, `preauth`, `s3`), an API token or the state of a sign-in. Rings: UI for `access`,
   * API for `api`, JWT for the rest. `claims` tell whoever looks into the token; what counts is the row.
   */
  readonly sign: (
    use: TokenUse, id: string, expiresAt: DateTime.Utc, claims?: { readonly sub: string; readonly auth_version: number }
  ) => Effect.Effect<Redacted.Redacted>
  /** The id inside a token. `token_expired` when only its time is over, else `unauthenticated`. */
  readonly read: (use: TokenUse, token: Redacted.Redacted) => Effect.Effect<string, Unauthenticated>
  /** The CSRF value of a session. */
  readonly csrf: (sessionId: string) => string
  /** Whether a presented CSRF value belongs to the session, under any key of the ring. */
  readonly csrfMatches: (sessionId: string, presented: string) => boolean
  /** Says of a text that we wrote it, with the name of the key: the first of the JWT ring. */
  readonly signature: (text: string) => string
  /** Whether a key that is still of the ring signed a text. */
  readonly signatureHolds: (text: string, signature: string) => boolean
}>()("stowage/services/platform/Tokens") {}
