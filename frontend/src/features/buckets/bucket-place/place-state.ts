import type { ProblemError } from "~/client/problem-error"
import type { Bucket, ListingState } from "~/features/buckets/bucket"
import type { ParsedBucketName } from "~/lib/bucket-place"

export type PlaceStatus = "reading" | "ready" | "missing" | "deleted" | "failed"

export interface PlaceFacts {
  readonly status: PlaceStatus
  readonly row: Bucket | null
  readonly listing: ListingState | null
  readonly problem: ProblemError | null
}

export const UNREAD_PLACE: PlaceFacts = { status: "reading", row: null, listing: null, problem: null }

export type PlaceUpdate =
  | { readonly kind: "row"; readonly row: Bucket }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly problem: ProblemError }
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<Bucket>; readonly listing: ListingState }
  | { readonly kind: "removed"; readonly names: ReadonlyArray<string>; readonly listing: ListingState }
  | { readonly kind: "listing"; readonly listing: ListingState }

const isIt = ({ name, tenant }: ParsedBucketName, row: Bucket): boolean =>
  row.name === name && (tenant === "" || row.tenant === tenant)

/** Before the first complete listing, a bucket that it lacks may still appear. */
const isWhole = (listing: ListingState | null): boolean => listing !== null && listing.state === "complete"

const withoutIt = (state: PlaceFacts): PlaceFacts => {
  if (state.status === "ready" || state.status === "deleted") return { ...state, status: "deleted", problem: null }
  return { ...state, status: isWhole(state.listing) ? "missing" : "reading", problem: null }
}

const withRow = (state: PlaceFacts, bucket: ParsedBucketName, row: Bucket): PlaceFacts =>
  isIt(bucket, row) ? { ...state, status: "ready", row, problem: null } : withoutIt(state)

export const afterUpdate = (state: PlaceFacts, bucket: ParsedBucketName, news: PlaceUpdate): PlaceFacts => {
  switch (news.kind) {
    case "row":
      return withRow(state, bucket, news.row)
    case "none":
      return withoutIt(state)
    case "failed":
      return { ...state, status: state.status === "reading" ? "failed" : state.status, problem: news.problem }
    case "rows": {
      const row = news.rows.find((each) => isIt(bucket, each))
      return row === undefined
        ? { ...state, listing: news.listing }
        : withRow({ ...state, listing: news.listing }, bucket, row)
    }
    case "removed":
      return news.names.includes(bucket.name)
        ? withoutIt({ ...state, listing: news.listing })
        : { ...state, listing: news.listing }
    case "listing":
      return { ...state, listing: news.listing }
  }
}

export const needsReload = (before: PlaceFacts, after: PlaceFacts): boolean =>
  after.status !== "ready" &&
  after.listing !== null &&
  (before.listing?.version !== after.listing.version || before.listing.state !== after.listing.state)
