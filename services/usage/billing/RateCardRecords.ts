import { Context, type DateTime, type Effect } from "effect"
import type { CreateRateCard, RateCard } from "#domain/usage/billing/RateCard.ts"

export class RateCardRecords extends Context.Service<
  RateCardRecords,
  {
    readonly all: Effect.Effect<ReadonlyArray<RateCard>>
    readonly find: (id: number) => Effect.Effect<RateCard | null>
    readonly overlapping: (
      card: Pick<CreateRateCard, "storage_endpoint_id" | "valid_from" | "valid_until">,
      exceptId: number | null
    ) => Effect.Effect<RateCard | null>
    readonly add: (card: CreateRateCard, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly update: (
      id: number,
      terms: Omit<CreateRateCard, "storage_endpoint_id">,
      now: DateTime.Utc
    ) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
  }
>()("stowage/services/usage/billing/RateCardRecords") {}
