import type { ApiToken } from "#domain/identity/ApiToken.ts"
import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { Scope } from "#domain/platform/access/Scope.ts"
import type { Limit } from "#services/platform/limits/RateLimits.ts"
import type { StandingFacts } from "#domain/identity/sessions/Standing.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** An API token with its owner, as one statement reads them. */
export interface ApiTokenRecord extends StandingFacts {
  readonly id: string
  readonly digest: string
  readonly scopes: ReadonlyArray<Scope>
  readonly user: CallerUser
}

/** A token as it is presented, from where, and how often that may be. The key is completed with the token's id. */
export interface TokenUse {
  readonly id: string
  readonly digest: string
  readonly address: string
  readonly limit: Limit
}

export interface PresentedToken {
  readonly token: ApiTokenRecord
  /** Null: it was not counted, since it does not stand or its digest is another. */
  readonly counted: { readonly count: number; readonly windowEndsAt: DateTime.Utc } | null
}

export interface NewApiToken {
  readonly id: string
  readonly userId: number
  readonly name: string
  readonly digest: string
  readonly scopes: ReadonlyArray<Scope>
  readonly authVersion: number
  readonly expiresAt: DateTime.Utc
}

/** API tokens as rows. */
export class ApiTokenRecords extends Context.Service<ApiTokenRecords, {
  /**
   * What a token is that somebody presents, in one statement. One that stands, and whose digest it is, is counted against the
   * limit, and within it its use is noted, at most once a minute.
   */
  readonly present: (use: TokenUse, now: DateTime.Utc) => Effect.Effect<Option.Option<PresentedToken>>
  readonly add: (token: NewApiToken, now: DateTime.Utc) => Effect.Effect<void>
  /** Newest first; `userId` null: everybody's; `ended`: those too that are accepted no more. */
  readonly list: (
    query: { readonly userId: number | null; readonly ended: boolean },
    now: DateTime.Utc
  ) => Effect.Effect<ReadonlyArray<ApiToken>>
  /** How many of a user are accepted. */
  readonly countActive: (userId: number, now: DateTime.Utc) => Effect.Effect<number>
  readonly view: (id: string, now: DateTime.Utc) => Effect.Effect<ApiToken | null>
  /** False when it was revoked already. */
  readonly revoke: (id: string, now: DateTime.Utc) => Effect.Effect<boolean>
}>()("stowage/services/identity/ApiTokenRecords") {}
