import type { ProblemError } from "~/client/problem-error"
import type { Bucket, ListingState } from "~/features/buckets/bucket"
import type { NamedBucket } from "~/lib/bucket-place"

/**
 * How it stands with the bucket that an address names. `reading`: not known yet, or the listing behind it has not been read to its
 * end; `missing`: the listing is complete and does not have it; `deleted`: it was here, and is gone; `failed`: it could not be asked for.
 */
export type Standing = "reading" | "ready" | "missing" | "deleted" | "failed"

export interface Known {
  readonly standing: Standing
  /** The last known facts, also of a bucket that is gone. */
  readonly row: Bucket | null
  readonly listing: ListingState | null
  /** Why it could not be asked for, last time. Facts that are known stay beside it. */
  readonly problem: ProblemError | null
}

export const UNKNOWN: Known = { standing: "reading", row: null, listing: null, problem: null }

/** What is heard of it: its row, that there is none, that asking failed, and what the live listing tells. */
export type News =
  | { readonly kind: "row"; readonly row: Bucket }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly problem: ProblemError }
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<Bucket>; readonly listing: ListingState }
  | { readonly kind: "removed"; readonly names: ReadonlyArray<string>; readonly listing: ListingState }
  | { readonly kind: "listing"; readonly listing: ListingState }

const isIt = ({ name, tenant }: NamedBucket, row: Bucket): boolean => row.name === name && (tenant === "" || row.tenant === tenant)

/** While a listing has never been read to its end, a bucket that it does not have may still come. */
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

/** Whether the bucket itself has to be asked for again: what the listing became may have changed the answer. */
export const asksAgain = (before: Known, after: Known): boolean =>
  after.standing !== "ready" && after.listing !== null && (before.listing?.version !== after.listing.version || before.listing.state !== after.listing.state)
