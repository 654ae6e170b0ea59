import { Context, type DateTime, Effect, Schema } from "effect"
import { Quota } from "#domain/accounts/GatewaySettings.ts"

export const FormerValues = Schema.Struct({
  account_quota: Quota,
  max_buckets: Schema.NullOr(Schema.Int),
  suspended_users: Schema.Array(Schema.String),
  denied_roles: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})
export type FormerValues = typeof FormerValues.Type

export class FreezeRecords extends Context.Service<
  FreezeRecords,
  {
    readonly find: (endpointId: number, accountId: string) => Effect.Effect<FormerValues | null>
    /** In the caller's transaction. */
    readonly add: (
      endpointId: number,
      accountId: string,
      freeze: { readonly former: FormerValues; readonly by: string; readonly at: DateTime.Utc }
    ) => Effect.Effect<void>
    readonly remove: (endpointId: number, accountId: string) => Effect.Effect<void>
  }
>()("stowage/services/accounts/directory/FreezeRecords") {}
