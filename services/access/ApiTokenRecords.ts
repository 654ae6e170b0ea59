import type { CallerUser } from "#domain/Caller.ts"
import type { Scope } from "#domain/Scope.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** An API token with its owner, as one statement reads them. */
export interface ApiTokenRecord {
  readonly id: string
  readonly digest: string
  readonly scopes: ReadonlyArray<Scope>
  readonly user: CallerUser
  readonly userActive: boolean
  readonly authVersion: number
  readonly userAuthVersion: number
  readonly expiresAt: DateTime.Utc
  readonly revoked: boolean
}

/** API tokens as rows. */
export class ApiTokenRecords extends Context.Service<ApiTokenRecords, {
  readonly find: (id: string) => Effect.Effect<Option.Option<ApiTokenRecord>>
  /** Notes the use, at most once a minute for each token. */
  readonly used: (id: string, address: string, now: DateTime.Utc) => Effect.Effect<void>
}>()("stowage/services/access/ApiTokenRecords") {}
