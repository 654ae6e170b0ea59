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

export const TITLES: Readonly<
  Record<EndingKind, { readonly title: string; readonly button: string; readonly hint: string }>
> = {
  empty: { title: "Empty bucket", button: "Empty", hint: "Everything in it goes, the bucket stays" },
  delete: {
    title: "Empty and delete bucket",
    button: "Empty and delete",
    hint: "Everything in it goes, and the bucket with it"
  },
  later: { title: "Delete on a day", button: "Put into quarantine", hint: "Locked until then, and restorable" }
}

const day = 86_400_000

export const dayFrom = (now: number, days: number): string => new Date(now + days * day).toISOString().slice(0, 10)
