const subject = {
  subject_type: "S3Account",
  subject_id: 12,
  subject_name: "Research",
  storage_endpoint_id: 1,
  storage_endpoint_name: "Paris"
}
const terms = {
  name: "Standard 2026",
  currency: "EUR",
  valid_from: "2026-01-01",
  valid_until: null,
  price_per_gib_month: "0.018",
  price_per_gib_out: "0.04",
  prices_per_thousand_operations: { read: "0.0004", write: "0.005" }
}
const rateCard = { id: 3, storage_endpoint_id: 1, storage_endpoint_name: "Paris", ...terms, version: 1 }
const newCredit = {
  subject_type: "S3Account",
  subject_id: 12,
  month: "2026-05",
  currency: "EUR",
  amount: "5",
  reason: "Outage of 3 May"
}
const credit = { id: 8, ...newCredit }
const day = {
  ...subject,
  day: "2026-05-03",
  byte_hours: "2576980377600",
  measured_hours: 24,
  operations: { get_obj: 5120, put_obj: 210 },
  bytes_sent: 73_400_320,
  bytes_received: 1_048_576,
  collected_hours: 24,
  categories: { read: 5120, list: 0, write: 210, copy: 0, delete: 0, configuration: 0, identity: 0, other: 0 }
}
const statement = {
  ...subject,
  month: "2026-05",
  lines: [
    {
      rate_card_id: 3,
      rate_card_name: "Standard 2026",
      item: "storage",
      unit: "gib_month",
      quantity: "1204.500000",
      price: "0.018",
      currency: "EUR",
      amount: "21.68"
    }
  ],
  credits: [credit],
  totals: [{ currency: "EUR", charges: "21.68", credits: "5.00", total: "16.68" }],
  day_count: 31,
  unmeasured_hours: 0,
  uncollected_hours: 2,
  unpriced_days: 0
}

export const billing = {
  BillingDayPage: { items: [day], next_cursor: null },
  CreateRateCard: { storage_endpoint_id: 1, ...terms },
  UpdateRateCard: { ...terms, price_per_gib_month: "0.02", version: 1 },
  RateCard: rateCard,
  CreateBillingCredit: newCredit,
  BillingCredit: credit,
  StatementPage: { items: [statement], next_cursor: null }
}
