import type { ApiToken } from "#domain/tokens/ApiToken.ts"
import type { CallerUser } from "#domain/access/Caller.ts"
import type { Scope } from "#domain/access/Scope.ts"
import type { StandingFacts } from "#domain/sessions/Standing.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** An API token with its owner, as one statement reads them. */
export interface ApiTokenRecord extends StandingFacts {
  readonly id: string
  readonly digest: string
  readonly scopes: ReadonlyArray<Scope>
  readonly user: CallerUser
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
  readonly find: (id: string) => Effect.Effect<Option.Option<ApiTokenRecord>>
  /** Notes the use, at most once a minute for each token. */
  readonly used: (id: string, address: string, now: DateTime.Utc) => Effect.Effect<void>
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
}>()("stowage/services/tokens/ApiTokenRecords") {}
