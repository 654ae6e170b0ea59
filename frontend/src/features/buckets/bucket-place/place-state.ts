import type { ProblemError } from "~/client/problem-error"
import type { Bucket, ListingState } from "~/features/buckets/bucket"
import type { NamedBucket } from "~/lib/bucket-place"

/**
 * State of the bucket in the URL. `reading`: unknown, or its listing is incomplete; `missing`: the listing is
 * complete and lacks it; `deleted`: it was listed before; `failed`: the request failed.
 */
export type Standing = "reading" | "ready" | "missing" | "deleted" | "failed"

export interface Known {
  readonly standing: Standing
  readonly row: Bucket | null
  readonly listing: ListingState | null
  readonly problem: ProblemError | null
}

export const UNKNOWN: Known = { standing: "reading", row: null, listing: null, problem: null }

export type News =
  | { readonly kind: "row"; readonly row: Bucket }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly problem: ProblemError }
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<Bucket>; readonly listing: ListingState }
  | { readonly kind: "removed"; readonly names: ReadonlyArray<string>; readonly listing: ListingState }
  | { readonly kind: "listing"; readonly listing: ListingState }

const isIt = ({ name, tenant }: NamedBucket, row: Bucket): boolean => row.name === name && (tenant === "" || row.tenant === tenant)

/** Before the first complete listing, a bucket that it lacks may still appear. */
const isWhole = (listing: ListingState | null): boolean => listing !== null && listing.state === "complete"

const withoutIt = (known: Known): Known => {
  if (known.standing === "ready" || known.standing === "deleted") return { ...known, standing: "deleted", problem: null }
  return { ...known, standing: isWhole(known.listing) ? "missing" : "reading", problem: null }
}

const withRow = (known: Known, named: NamedBucket, row: Bucket): Known =>
  isIt(named, row) ? { ...known, standing: "ready", row, problem: null } : withoutIt(known)

export const afterNews = (known: Known, named: NamedBucket, news: News): Known => {
  switch (news.kind) {
    case "row":
      return withRow(known, named, news.row)
    case "none":
      return withoutIt(known)
    case "failed":
      return { ...known, standing: known.standing === "reading" ? "failed" : known.standing, problem: news.problem }
    case "rows": {
      const row = news.rows.find((each) => isIt(named, each))
      return row === undefined ? { ...known, listing: news.listing } : withRow({ ...known, listing: news.listing }, named, row)
    }
    case "removed":
      return news.names.includes(named.name) ? withoutIt({ ...known, listing: news.listing }) : { ...known, listing: news.listing }
    case "listing":
      return { ...known, listing: news.listing }
  }
}

/** Returns whether the bucket must be read again after a change of the listing. */
export const asksAgain = (before: Known, after: Known): boolean =>
  after.standing !== "ready" && after.listing !== null && (before.listing?.version !== after.listing.version || before.listing.state !== after.listing.state)
