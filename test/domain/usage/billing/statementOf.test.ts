import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { BilledDay } from "#domain/usage/billing/Billing.ts"
import { operationCategories, operationCategoryOf } from "#domain/usage/billing/operationCategories.ts"
import type { RateCard } from "#domain/usage/billing/RateCard.ts"
import { statementOf } from "#domain/usage/billing/statementOf.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const subject = {
  subject_type: "S3Account",
  subject_id: 1,
  subject_name: "Research",
  storage_endpoint_id: 1,
  storage_endpoint_name: "Paris"
} as const
const card = (fields: Partial<RateCard> = {}): RateCard => ({
  id: 1,
  storage_endpoint_id: 1,
  storage_endpoint_name: "Paris",
  name: "Standard",
  currency: "EUR",
  valid_from: "2026-01-01",
  valid_until: null,
  price_per_gib_month: "0.02",
  price_per_gib_out: "0.05",
  prices_per_thousand_operations: { read: "0.4", write: "5" },
  version: 1,
  ...fields
})
const dayOf = (day: string, fields: Partial<BilledDay> = {}): BilledDay => ({
  ...subject,
  day,
  byte_hours: "0",
  measured_hours: 24,
  operations: {},
  bytes_sent: 0,
  bytes_received: 0,
  collected_hours: 24,
  ...fields
})
const dayText = (day: number) => `2026-02-${String(day).padStart(2, "0")}`

const Day = Schema.Struct({
  bytes: between(0, Number.MAX_SAFE_INTEGER),
  sent: between(0, Number.MAX_SAFE_INTEGER),
  reads: between(0, 9_999),
  writes: between(0, 9_999)
})
const Days = Schema.Array(Day).check(Schema.isMinLength(1), Schema.isMaxLength(28))
const Micros = between(0, 10_000_000)
const decimal = (micros: number) => `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, "0")}`

const cents = (millionths: bigint, per: bigint): bigint => {
  const unit = per * 10_000n
  const whole = millionths / unit
  return (millionths - whole * unit) * 2n >= unit ? whole + 1n : whole
}

describe("a statement", () => {
  it.prop(
    "equals a recount hour by hour and call by call",
    [Days, between(1, 27), Micros, Micros, Micros],
    ([days, change, storage, egress, read]) => {
      const first = card({ valid_until: dayText(change + 1), prices_per_thousand_operations: { read: decimal(read) } })
      const second = card({ id: 2, valid_from: dayText(change + 1), price_per_gib_month: decimal(storage) })
      const cards = [
        { ...first, price_per_gib_month: decimal(storage), price_per_gib_out: decimal(egress) },
        { ...second, price_per_gib_out: decimal(egress), prices_per_thousand_operations: { read: decimal(read) } }
      ]
      const billed = days.map(({ bytes, reads, sent, writes }, index) =>
        dayOf(dayText(index + 1), {
          byte_hours: String(BigInt(bytes) * 24n),
          bytes_sent: sent,
          operations: { get_obj: reads, put_obj: writes }
        })
      )
      let expected = 0n
      for (const isFirst of [true, false]) {
        const covered = days.filter((_, index) => index + 1 <= change === isFirst)
        let [byteHours, sent, calls] = [0n, 0n, 0n]
        for (const day of covered) {
          for (let hour = 0; hour < 24; hour++) byteHours += BigInt(day.bytes)
          sent += BigInt(day.sent)
          calls += BigInt(day.reads)
        }
        expected += cents(byteHours * BigInt(storage), 2n ** 30n * 24n * 28n)
        expected += cents(sent * BigInt(egress), 2n ** 30n)
        expected += cents(calls * BigInt(read), 1000n)
      }
      const { totals } = statementOf("2026-02", billed, cards, [])
      const charged = totals[0] === undefined ? 0n : BigInt(totals[0].charges.replace(".", ""))
      assert.strictEqual(charged, expected)
    }
  )

  it("bills one GiB stored for a month as one GiB-month, whatever the month's length", () => {
    for (const [month, length] of [
      ["2026-02", 28],
      ["2028-02", 29],
      ["2026-03", 31],
      ["2026-04", 30]
    ] as const) {
      const days = Array.from({ length }, (_, day) =>
        dayOf(`${month}-${String(day + 1).padStart(2, "0")}`, { byte_hours: String(24n * 2n ** 30n) })
      )
      const { lines, totals } = statementOf(month, days, [card()], [])
      assert.deepInclude(lines[0], { item: "storage", quantity: "1.000000", amount: "0.02" })
      assert.deepStrictEqual(totals, [{ currency: "EUR", charges: "0.02", credits: "0.00", total: "0.02" }])
    }
  })

  it("says which hours and days it does not know, and bills nothing for them", () => {
    const unknown = { byte_hours: null, measured_hours: 0, operations: null, bytes_sent: null, collected_hours: 0 }
    const statement = statementOf(
      "2026-02",
      [dayOf("2026-02-01", unknown), dayOf("2026-02-02"), dayOf("2026-02-03", { storage_endpoint_id: 2 })],
      [card()],
      []
    )
    assert.deepInclude(statement, {
      lines: [],
      totals: [],
      day_count: 3,
      unmeasured_hours: 24,
      uncollected_hours: 24,
      unpriced_days: 1
    })
  })

  it("deducts credits in their currency, and rounds to the currency's smaller unit", () => {
    const credit = { id: 1, subject_type: "S3Account", subject_id: 1, month: "2026-02", reason: "Outage" } as const
    const days = [dayOf("2026-02-01", { operations: { put_obj: 300 } })]
    const { totals } = statementOf(
      "2026-02",
      days,
      [card({ currency: "JPY", prices_per_thousand_operations: { write: "5" } })],
      [
        { ...credit, currency: "JPY", amount: "3" },
        { ...credit, id: 2, currency: "EUR", amount: "0.10" }
      ]
    )
    assert.deepStrictEqual(totals, [
      { currency: "EUR", charges: "0.00", credits: "0.10", total: "-0.10" },
      { currency: "JPY", charges: "2", credits: "3", total: "-1" }
    ])
  })
})

describe("categories of operations", () => {
  it("follow the names of RGW's usage log; a new name is `other`", () => {
    const examples: Record<(typeof operationCategories)[number], ReadonlyArray<string>> = {
      read: ["get_obj", "get_obj_attrs"],
      list: ["list_bucket", "list_buckets"],
      write: ["put_obj", "init_multipart", "complete_multipart", "post_obj"],
      copy: ["copy_obj"],
      delete: ["delete_obj", "multi_object_delete", "abort_multipart"],
      configuration: [
        "create_bucket",
        "delete_bucket",
        "stat_bucket",
        "get_bucket_policy",
        "set_bucket_versioning",
        "put_bucket_public_access_block",
        "put_lifecycle",
        "pubsub_topic_create"
      ],
      identity: ["create_user", "put_role_policy", "create_access_key", "assume_role", "get_session_token"],
      other: ["unheard_of"]
    }
    for (const category of operationCategories)
      for (const name of examples[category]) assert.strictEqual(operationCategoryOf(name), category, name)
  })
})
