import { call } from "~/client/call"
import { noSuchRow } from "~/components/listing"
import type { RateCard } from "./billing"

export const readRateCard = async (id: number, signal?: AbortSignal): Promise<RateCard> => {
  const cards = await call("GET /api/admin/billing/rate-cards", signal ? { signal } : {})
  const card = cards.find((one) => one.id === id)
  if (card === undefined) throw noSuchRow()
  return card
}
