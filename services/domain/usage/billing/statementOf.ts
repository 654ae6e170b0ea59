import type { BilledDay, BillingCredit, Statement, StatementLine } from "./Billing.ts"
import { daysOfMonth } from "./BillingPeriod.ts"
import { addFractions, type Fraction, parseFraction, multiplyFractions, roundTo, ZERO_FRACTION } from "./Decimal.ts"
import { countByCategory, operationCategories } from "./operationCategories.ts"
import type { RateCard } from "./RateCard.ts"

const GIB = 1024n ** 3n
const HOURS_PER_DAY = 24
const QUANTITY_DECIMALS = 6

/** Digits of the currency's smaller unit, e.g. 2 for EUR, 0 for JPY. */
const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `valid_from` inclusive, `valid_until` exclusive. */
export const rateCardOf = (
  cards: ReadonlyArray<RateCard>,
  { day, storage_endpoint_id }: Pick<BilledDay, "day" | "storage_endpoint_id">
): RateCard | null =>
  cards.find(
    (card) =>
      card.storage_endpoint_id === storage_endpoint_id &&
      card.valid_from <= day &&
      (card.valid_until === null || day < card.valid_until)
  ) ?? null

type Quantities = Map<StatementLine["item"], Fraction>

const quantitiesOf = (days: ReadonlyArray<BilledDay>, monthHours: bigint): Quantities => {
  const quantities: Quantities = new Map()
  const count = (item: StatementLine["item"], numerator: bigint, denominator: bigint) => {
    if (numerator !== 0n)
      quantities.set(item, addFractions(quantities.get(item) ?? ZERO_FRACTION, { numerator, denominator }))
  }
  for (const { byte_hours, bytes_sent, operations } of days) {
    count("storage", BigInt(byte_hours ?? "0"), GIB * monthHours)
    count("egress", BigInt(bytes_sent ?? 0), GIB)
    const counts = countByCategory(operations ?? {})
    for (const category of operationCategories) count(category, BigInt(counts[category]), 1000n)
  }
  return quantities
}

const priceOf = (card: RateCard, item: StatementLine["item"]): string =>
  item === "storage"
    ? card.price_per_gib_month
    : item === "egress"
      ? card.price_per_gib_out
      : (card.prices_per_thousand_operations[item] ?? "0")

const unitOf = (item: StatementLine["item"]): StatementLine["unit"] =>
  item === "storage" ? "gib_month" : item === "egress" ? "gib" : "thousand_operations"

const linesOf = (card: RateCard, quantities: Quantities): ReadonlyArray<StatementLine> =>
  [...quantities].map(([item, quantity]) => {
    const price = priceOf(card, item)
    return {
      rate_card_id: card.id,
      rate_card_name: card.name,
      item,
      unit: unitOf(item),
      quantity: roundTo(quantity, QUANTITY_DECIMALS),
      price,
      currency: card.currency,
      amount: roundTo(multiplyFractions(quantity, parseFraction(price)), currencyDecimals(card.currency))
    }
  })

const sum = (amounts: ReadonlyArray<string>): Fraction =>
  amounts.reduce((total: Fraction, amount) => addFractions(total, parseFraction(amount)), ZERO_FRACTION)

/** Totals are sums of rounded lines. A GiB-month is 1 GiB stored in every hour of the calendar month. */
export const statementOf = (
  month: string,
  days: ReadonlyArray<BilledDay>,
  rateCards: ReadonlyArray<RateCard>,
  credits: ReadonlyArray<BillingCredit>
): Omit<
  Statement,
  "subject_type" | "subject_id" | "subject_name" | "storage_endpoint_id" | "storage_endpoint_name"
> => {
  const monthHours = BigInt(daysOfMonth(month) * HOURS_PER_DAY)
  const daysByCard = Map.groupBy(days, (day) => rateCardOf(rateCards, day))
  const lines = [...daysByCard].flatMap(([card, cardDays]) =>
    card === null ? [] : linesOf(card, quantitiesOf(cardDays, monthHours))
  )
  const currencies = new Set([...lines.map(({ currency }) => currency), ...credits.map(({ currency }) => currency)])
  const totals = [...currencies].sort().map((currency) => {
    const amountsIn = (some: ReadonlyArray<{ readonly currency: string; readonly amount: string }>) =>
      sum(some.filter((one) => one.currency === currency).map(({ amount }) => amount))
    const [charged, credited] = [amountsIn(lines), amountsIn(credits)]
    const decimals = currencyDecimals(currency)
    return {
      currency,
      charges: roundTo(charged, decimals),
      credits: roundTo(credited, decimals),
      total: roundTo(addFractions(charged, { ...credited, numerator: -credited.numerator }), decimals)
    }
  })
  const missing = (hours: (day: BilledDay) => number) =>
    days.reduce((total, day) => total + HOURS_PER_DAY - hours(day), 0)
  return {
    month,
    lines,
    credits,
    totals,
    day_count: days.length,
    unmeasured_hours: missing(({ measured_hours }) => measured_hours),
    uncollected_hours: missing(({ collected_hours }) => collected_hours),
    unpriced_days: daysByCard.get(null)?.length ?? 0
  }
}
