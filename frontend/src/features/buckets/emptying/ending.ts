import type { Answer } from "~/client/contract"

export type EmptyingPlan = Answer<"POST /api/manager/buckets/:bucket_name/emptying/plan">
export type Quarantine = Answer<"GET /api/manager/quarantines">["items"][number]

export type EndingKind = "empty" | "delete" | "later"

export interface Ending {
  readonly kind: EndingKind
  readonly bucket: string
  readonly contextId: string
  readonly plan: EmptyingPlan
}

export const ENDING_TITLES: Readonly<Record<EndingKind, { readonly title: string; readonly button: string }>> = {
  empty: { title: "Empty", button: "Empty" },
  delete: { title: "Delete", button: "Empty and delete" },
  later: { title: "Delete", button: "Delete later" }
}

const day = 86_400_000

export const dayFrom = (now: number, days: number): string => new Date(now + days * day).toISOString().slice(0, 10)
