import { Context, Effect, Layer } from "effect"
import type { AccountOnGatewayEntry } from "#domain/fleet/apply/sections/accounts.ts"
import type { S3UserOnGatewayEntry } from "#domain/fleet/apply/sections/s3Users.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Registration, RegistrationKind } from "#services/accounts/Registrations.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"

/** Across all gateways. */
const MAX_CONCURRENT_READS = 8

export type GatewayReading =
  | { readonly found: AccountOnGatewayEntry | S3UserOnGatewayEntry }
  | { readonly unread: string }

const unreadReasonOf = (error: GatewayFailure | NotFound): string =>
  error._tag === "NotFound" ? "The gateway does not have it" : "detail" in error ? error.detail : error.message

export class GatewayStates extends Context.Service<
  GatewayStates,
  {
    readonly read: (
      kind: RegistrationKind,
      rows: ReadonlyArray<Registration>
    ) => Effect.Effect<ReadonlyMap<number, GatewayReading>>
  }
>()("stowage/services/fleet/apply/GatewayStates") {
  static readonly layer = Layer.effect(
    GatewayStates,
    Effect.gen(function* () {
      const { reach } = yield* AdminTargets
      const accounts = yield* GatewayAccountSettings
      const users = yield* GatewayUserSettings

      const account = Effect.fnUntraced(function* (target: AdminTarget, id: string) {
        const { account_quota, bucket_quota, email, limits } = yield* accounts.settings(target, id)
        const entry: AccountOnGatewayEntry = {
          ...(email === null ? {} : { email }),
          limits,
          account_quota,
          bucket_quota
        }
        return entry
      })
      const user = Effect.fnUntraced(function* (target: AdminTarget, uid: string) {
        const { bucket_quota, caps, default_placement, email, max_buckets, op_mask, suspended, user_quota } =
          yield* users.settings(target, uid)
        const rates = yield* users.rateLimit(target, uid)
        const entry: S3UserOnGatewayEntry = {
          email,
          suspended,
          max_buckets,
          op_mask,
          ...(default_placement === null ? {} : { default_placement }),
          user_quota,
          bucket_quota,
          ...(rates.state === "known" ? { rate_limit: rates.limit } : {}),
          caps
        }
        return entry
      })
      const entryOf = (
        kind: RegistrationKind,
        target: AdminTarget,
        externalId: string
      ): Effect.Effect<AccountOnGatewayEntry | S3UserOnGatewayEntry, NotFound | GatewayFailure> =>
        kind === "account" ? account(target, externalId) : user(target, externalId)

      const read = Effect.fn("GatewayStates.read")(function* (
        kind: RegistrationKind,
        rows: ReadonlyArray<Registration>
      ) {
        const targets = new Map<number, AdminTarget | null>()
        for (const id of new Set(rows.map((row) => row.storage_endpoint_id))) {
          targets.set(id, yield* Effect.catchTag(reach(id), "NotFound", () => Effect.succeed(null)))
        }
        const away = new Map<number, string>()
        const read = yield* Effect.forEach(
          rows,
          ({ external_id, id, storage_endpoint_id: endpoint }) =>
            Effect.suspend(() => {
              const target = targets.get(endpoint) ?? null
              const silent = target === null ? "Its storage endpoint has no Admin Ops key" : away.get(endpoint)
              if (target === null || silent !== undefined)
                return Effect.succeed([id, { unread: silent ?? "" }] as const)
              return Effect.match(entryOf(kind, target, external_id), {
                onFailure: (error): readonly [number, GatewayReading] => {
                  const unread = unreadReasonOf(error)
                  if (error._tag === "StorageTimeout" || error._tag === "Unavailable") away.set(endpoint, unread)
                  return [id, { unread }]
                },
                onSuccess: (found): readonly [number, GatewayReading] => [id, { found }]
              })
            }),
          { concurrency: MAX_CONCURRENT_READS }
        )
        return new Map<number, GatewayReading>(read)
      })

      return GatewayStates.of({ read })
    })
  )
}
