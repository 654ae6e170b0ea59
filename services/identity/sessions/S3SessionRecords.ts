import type { ContextCapabilities } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { ValidityFacts } from "#domain/identity/sessions/SessionValidity.ts"
import type { RequestOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { Context, type DateTime, type Effect, Schema } from "effect"

export const S3SessionEndpoint = Schema.Struct({
  endpoint_id: Schema.NullOr(Schema.Int),
  name: Schema.String,
  url: Schema.String,
  region: Schema.String,
  verify_tls: Schema.Boolean,
  is_default: Schema.Boolean,
  is_sandbox: Schema.Boolean,
  access_key: Schema.String
})
export type S3SessionEndpoint = typeof S3SessionEndpoint.Type

export interface S3SessionRecord extends ValidityFacts {
  readonly id: string
  readonly endpoint: S3SessionEndpoint
  readonly capabilities: ContextCapabilities
  readonly credentials: string | null
  readonly idleExpiresAt: DateTime.Utc
  readonly absoluteExpiresAt: DateTime.Utc
}

export type NewS3Session = Omit<S3SessionRecord, keyof ValidityFacts | "credentials"> & {
  readonly credentials: string
  readonly origin: RequestOrigin
}

/** Direct S3 sessions as rows. The database erases the credentials of a revoked row. */
export class S3SessionRecords extends Context.Service<
  S3SessionRecords,
  {
    readonly add: (session: NewS3Session, now: DateTime.Utc) => Effect.Effect<void>
    readonly find: (id: string) => Effect.Effect<S3SessionRecord | null>
    readonly extend: (id: string, idleExpiresAt: DateTime.Utc) => Effect.Effect<void>
    readonly end: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly endExpired: (now: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
    readonly clearListings: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/identity/sessions/S3SessionRecords") {}
