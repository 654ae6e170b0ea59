import { Context, type DateTime, type Effect } from "effect"
import type { BillingCredit, CreateBillingCredit } from "#domain/usage/billing/Billing.ts"

export class BillingCreditRecords extends Context.Service<
  BillingCreditRecords,
  {
    readonly ofMonth: (month: string) => Effect.Effect<ReadonlyArray<BillingCredit>>
    readonly add: (credit: CreateBillingCredit, now: DateTime.Utc) => Effect.Effect<BillingCredit>
    readonly remove: (id: number) => Effect.Effect<BillingCredit | null>
  }
>()("stowage/services/usage/billing/BillingCreditRecords") {}
