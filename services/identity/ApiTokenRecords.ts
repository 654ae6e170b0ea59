import type { ApiToken } from "#domain/identity/ApiToken.ts"
import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { Scope } from "#domain/platform/access/Scope.ts"
import type { Limit } from "#services/platform/limits/RateLimits.ts"
import type { ValidityFacts } from "#domain/identity/sessions/SessionValidity.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

export interface ApiTokenRecord extends ValidityFacts {
  readonly id: string
  readonly digest: string
  readonly scopes: ReadonlyArray<Scope>
  readonly user: CallerUser
}

export interface TokenUse {
  readonly id: string
  readonly digest: string
  readonly address: string
  readonly limit: Limit
}

export interface PresentedToken {
  readonly token: ApiTokenRecord
  /** Null when it was not counted: invalid token or wrong digest. */
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

export class ApiTokenRecords extends Context.Service<
  ApiTokenRecords,
  {
    /** Counts a valid token against the limit and records its use at most once a minute, in one statement. */
    readonly present: (use: TokenUse, now: DateTime.Utc) => Effect.Effect<Option.Option<PresentedToken>>
    readonly add: (token: NewApiToken, now: DateTime.Utc) => Effect.Effect<void>
    readonly list: (
      query: { readonly userId: number | null; readonly ended: boolean },
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<ApiToken>>
    readonly countActive: (userId: number, now: DateTime.Utc) => Effect.Effect<number>
    readonly view: (id: string, now: DateTime.Utc) => Effect.Effect<ApiToken | null>
    readonly revoke: (id: string, now: DateTime.Utc) => Effect.Effect<boolean>
  }
>()("stowage/services/identity/ApiTokenRecords") {}
