import type { Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { Context, type DateTime, type Effect, type Redacted } from "effect"

export type TokenUse = "access" | "preauth" | "api" | "s3" | "oidc"

export class Tokens extends Context.Service<
  Tokens,
  {
    /** Signs a row id with the UI ring (`access`), API ring (`api`) or JWT ring. `claims` are informative. */
    readonly sign: (
      use: TokenUse,
      id: string,
      expiresAt: DateTime.Utc,
      claims?: { readonly sub: string; readonly auth_version: number }
    ) => Effect.Effect<Redacted.Redacted>
    /** Fails with `token_expired` when only the expiry failed, else `unauthenticated`. */
    readonly read: (use: TokenUse, token: Redacted.Redacted) => Effect.Effect<string, Unauthenticated>
    readonly csrf: (sessionId: string) => string
    readonly csrfMatches: (sessionId: string, presented: string) => boolean
    /** First key of the JWT ring, prefixed by the key's name. */
    readonly signature: (text: string) => string
    readonly signatureHolds: (text: string, signature: string) => boolean
  }
>()("stowage/services/platform/Tokens") {}
