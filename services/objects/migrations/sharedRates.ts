import { Effect } from "effect"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { makeRate, type Rate, TransferRate } from "#services/platform/TransferRate.ts"

type Limits = Pick<MigrationDraft, "max_bytes_per_second" | "max_requests_per_second">

export const sharedRates = () => {
  const open = new Map<number, { readonly rate: Rate; items: number }>()
  const enter = (runId: number, limits: Limits) => {
    const sharedRate = open.get(runId) ?? {
      rate: makeRate({ bytes: limits.max_bytes_per_second ?? null, requests: limits.max_requests_per_second ?? null }),
      items: 0
    }
    sharedRate.items += 1
    open.set(runId, sharedRate)
    return sharedRate
  }
  return <A, E, R>(runId: number, limits: Limits, item: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    (limits.max_bytes_per_second ?? limits.max_requests_per_second ?? null) === null
      ? item
      : Effect.acquireUseRelease(
          Effect.sync(() => enter(runId, limits)),
          ({ rate }) => Effect.provideService(item, TransferRate, rate),
          (entered) =>
            Effect.sync(() => {
              entered.items -= 1
              if (entered.items === 0) open.delete(runId)
            })
        )
}
