import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import type { BillingCredit, CreateBillingCredit } from "#domain/usage/billing/Billing.ts"
import type { CreateRateCard, RateCard, UpdateRateCard } from "#domain/usage/billing/RateCard.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { QuotaHistoryRecords } from "../QuotaHistoryRecords.ts"
import { BillingCreditRecords } from "./BillingCreditRecords.ts"
import { RateCardRecords } from "./RateCardRecords.ts"

const cardEntity = ({ id, name }: Pick<RateCard, "id" | "name">) => ({
  type: "rate_card",
  id: String(id),
  label: name
})
const creditEntity = ({ id, reason }: BillingCredit) => ({ type: "billing_credit", id: String(id), label: reason })

type Period = Pick<CreateRateCard, "storage_endpoint_id" | "valid_from" | "valid_until">

export class RateCards extends Context.Service<
  RateCards,
  {
    readonly all: Effect.Effect<ReadonlyArray<RateCard>>
    readonly create: (caller: Caller, card: CreateRateCard) => Effect.Effect<RateCard, InvalidInput | Conflict>
    readonly update: (
      caller: Caller,
      id: number,
      card: UpdateRateCard
    ) => Effect.Effect<RateCard, InvalidInput | NotFound | Conflict>
    readonly remove: (caller: Caller, id: number) => Effect.Effect<Removed, NotFound | Conflict>
    readonly credits: (month: string) => Effect.Effect<ReadonlyArray<BillingCredit>>
    readonly addCredit: (caller: Caller, credit: CreateBillingCredit) => Effect.Effect<BillingCredit, InvalidInput>
    readonly removeCredit: (caller: Caller, id: number) => Effect.Effect<Removed, NotFound | Conflict>
  }
>()("stowage/services/usage/billing/RateCards") {
  static readonly layer = Layer.effect(
    RateCards,
    Effect.gen(function* () {
      const records = yield* RateCardRecords
      const creditRecords = yield* BillingCreditRecords
      const histories = yield* QuotaHistoryRecords
      const audited = yield* Audited
      const versions = yield* RowVersions
      const transaction = yield* Transaction

      const get = Effect.fnUntraced(function* (id: number) {
        return (yield* records.find(id)) ?? (yield* new NotFound({ entity: "Rate card", id: String(id) }))
      })

      const requireFreePeriod = Effect.fnUntraced(function* (period: Period, exceptId: number | null) {
        if (period.valid_until !== null && period.valid_until <= period.valid_from)
          return yield* InvalidInput.at("payload.valid_until", "Expected a day after `valid_from`")
        const other = yield* records.overlapping(period, exceptId)
        if (other !== null)
          return yield* new Conflict({
            code: "already_exists",
            detail: `The period overlaps that of the rate card ${other.name}: end one before the other begins`
          })
      })

      const create = Effect.fn("RateCards.create")((caller: Caller, card: CreateRateCard) =>
        Effect.gen(function* () {
          yield* versions.lockAssociations
          yield* requireFreePeriod(card, null)
          const id = yield* records.add(card, yield* DateTime.now)
          if (id === null)
            return yield* InvalidInput.at("payload.storage_endpoint_id", "There is no storage endpoint with this id")
          return yield* Effect.orDie(get(id))
        }).pipe(
          audited.rows("rate_card.create", (made: RateCard) => cardEntity(made), {
            by: byCaller(caller, "admin"),
            message: "A rate card was created",
            metadata: (made) => ({ ...made })
          })
        )
      )

      const update = Effect.fn("RateCards.update")(
        (caller: Caller, id: number, { version, ...terms }: UpdateRateCard) =>
          transaction.run(
            Effect.gen(function* () {
              yield* versions.lock("rate_card", id, version)
              const before = yield* get(id)
              yield* requireFreePeriod({ ...terms, storage_endpoint_id: before.storage_endpoint_id }, id)
              return yield* records.update(id, terms, yield* DateTime.now).pipe(
                Effect.andThen(Effect.orDie(get(id))),
                audited.rows("rate_card.update", cardEntity(before), {
                  by: byCaller(caller, "admin"),
                  message: "A rate card was changed",
                  metadata: (after) => ({ before: { ...before }, after: { ...after } })
                })
              )
            })
          )
      )

      const remove = Effect.fn("RateCards.remove")((caller: Caller, id: number) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lock("rate_card", id, undefined)
            const card = yield* get(id)
            yield* confirmedName("rate card", card.name)
            yield* records.remove(id).pipe(
              audited.rows("rate_card.delete", cardEntity(card), {
                by: byCaller(caller, "admin"),
                message: "A rate card was deleted",
                metadata: { ...card }
              })
            )
            const removed: Removed = { id, name: card.name }
            return removed
          })
        )
      )

      const addCredit = Effect.fn("RateCards.addCredit")(function* (caller: Caller, credit: CreateBillingCredit) {
        const key = { type: credit.subject_type, id: credit.subject_id }
        if ((yield* histories.subject(key)) === null)
          return yield* InvalidInput.at("payload.subject_id", "There is no such account or RGW user")
        return yield* Effect.flatMap(DateTime.now, (now) => creditRecords.add(credit, now)).pipe(
          audited.rows("billing_credit.create", creditEntity, {
            by: byCaller(caller, "admin"),
            message: "A credit was given",
            metadata: (made) => ({ ...made })
          })
        )
      })

      const removeCredit = Effect.fn("RateCards.removeCredit")((caller: Caller, id: number) =>
        transaction.run(
          Effect.gen(function* () {
            const credit =
              (yield* creditRecords.remove(id)) ?? (yield* new NotFound({ entity: "Credit", id: String(id) }))
            yield* confirmedName("credit", credit.reason)
            const removed: Removed = { id, name: credit.reason }
            return yield* Effect.succeed(removed).pipe(
              audited.rows("billing_credit.delete", creditEntity(credit), {
                by: byCaller(caller, "admin"),
                message: "A credit was deleted",
                metadata: { ...credit }
              })
            )
          })
        )
      )

      return RateCards.of({
        all: records.all,
        create,
        update,
        remove,
        credits: creditRecords.ofMonth,
        addCredit,
        removeCredit
      })
    })
  )
}
