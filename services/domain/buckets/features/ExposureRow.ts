import { DateTime, Result, Schema } from "effect"
import { type GatewayFailure, type NotFound, StorageError } from "../../platform/errors/Errors.ts"
import { streamEvent } from "../../platform/streamEvent.ts"
import { commaSeparated } from "../../platform/Filters.ts"
import { ListingCompleteness } from "../../platform/ListingState.ts"
import {
  isUnpaged,
  makePage,
  type OffsetQuery,
  type Page,
  pageOf,
  pageWindow,
  trimmedSearch
} from "../../platform/Paging.ts"
import { Exposure } from "../policies/exposure.ts"
import { type RuleDocuments, rulePartNames, unreadRule } from "../policies/accessRulesOf.ts"
import { FeatureProgress, FeaturesDone } from "./FeatureCell.ts"
import { FeatureProblem } from "./FeatureReading.ts"
import { isUnsupportedError, featureProblemOf } from "./readingOf.ts"

export const exposureVerdicts = Exposure.fields.verdict.literals

export const ExposureRow = Schema.Struct({
  bucket: Schema.String,
  verdict: Schema.Literals(exposureVerdicts),
  words: Schema.String,
  ways: Exposure.fields.ways,
  policy_is_public: Schema.Boolean,
  website: Schema.Boolean,
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "ExposureRow" })
export type ExposureRow = typeof ExposureRow.Type

export const ExposurePage = Schema.Struct({ ...pageOf(ExposureRow).fields, listing: ListingCompleteness }).annotate({
  identifier: "ExposurePage"
})

export const ExposureRows = Schema.Struct({ rows: Schema.Array(ExposureRow) }).annotate({ identifier: "ExposureRows" })

export const ExposureEvent = Schema.Union([
  streamEvent("progress", FeatureProgress),
  streamEvent("rows", ExposureRows),
  streamEvent("done", FeaturesDone)
])

export const exposureParts = ["policy", "public_access_block", "acl", "website"] as const
type Part = (typeof exposureParts)[number]
type Read = Result.Result<string | null, NotFound | GatewayFailure>

const tooLarge = new StorageError({
  operation: "s3.GetBucketPolicy",
  storage_code: "PolicyTooLarge",
  storage_status: null,
  storage_request_id: null,
  detail: "The policy names too much to be evaluated"
})

type Reads = Readonly<Record<Part, Read>>
const documentOf = (reads: Reads, part: Part) => (Result.isSuccess(reads[part]) ? reads[part].success : null)

/** A feature that the gateway lacks counts as not set. */
const failuresOf = (reads: Reads) =>
  rulePartNames.flatMap((part) => {
    const read = reads[part]
    return Result.isFailure(read) && !isUnsupportedError(read.failure) ? [{ part, failure: read.failure }] : []
  })

export const exposureDocuments = (reads: Reads): { readonly documents: RuleDocuments; readonly website: boolean } => ({
  documents: {
    policy: documentOf(reads, "policy"),
    public_access_block: documentOf(reads, "public_access_block"),
    acl: documentOf(reads, "acl"),
    unread: failuresOf(reads).map(({ failure, part }) => unreadRule(part, featureProblemOf(failure, "").detail))
  },
  website: documentOf(reads, "website") !== null
})

/** `exposure` null: the policy is too large to evaluate. `now`: milliseconds. */
export const exposureRow = (bucket: string, reads: Reads, exposure: Exposure | null, now: number): ExposureRow => {
  const noted_at = DateTime.formatIso(DateTime.makeUnsafe(now))
  if (exposure === null) {
    const problem = featureProblemOf(tooLarge, noted_at)
    return {
      bucket,
      verdict: "unavailable",
      words: problem.detail,
      ways: [],
      policy_is_public: false,
      website: documentOf(reads, "website") !== null,
      problem
    }
  }
  const failed = failuresOf(reads)[0]
  const { policy_is_public, verdict, ways, website, words } = exposure
  const problem = failed === undefined ? null : featureProblemOf(failed.failure, noted_at)
  return { bucket, verdict, words: problem?.detail ?? words, ways, policy_is_public, website, problem }
}

export const exposureSortKeys = ["bucket", "verdict"] as const
export const exposureFilters = { verdict: Schema.optionalKey(commaSeparated(exposureVerdicts)) }
const Filters = Schema.Struct(exposureFilters)

export interface ExposureQuery extends OffsetQuery<(typeof exposureSortKeys)[number]> {
  readonly verdict?: (typeof Filters.Type)["verdict"]
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const exposurePage = (rows: ReadonlyArray<ExposureRow>, query: ExposureQuery): Page<ExposureRow> => {
  const search = trimmedSearch(query)?.toLowerCase() ?? null
  const matchingRows = rows.filter(
    ({ bucket, verdict, words }) =>
      (query.verdict === undefined || query.verdict.includes(verdict)) &&
      (search === null || bucket.toLowerCase().includes(search) || words.toLowerCase().includes(search))
  )
  const direction = query.sort_dir === "desc" ? -1 : 1
  const order = (one: ExposureRow, other: ExposureRow) =>
    query.sort_by === "verdict"
      ? exposureVerdicts.indexOf(one.verdict) - exposureVerdicts.indexOf(other.verdict)
      : byText(one.bucket, other.bucket)
  const sorted = matchingRows.toSorted(
    (one, other) => direction * order(one, other) || byText(one.bucket, other.bucket)
  )
  if (isUnpaged(query)) return makePage(sorted, matchingRows.length, 1, Math.max(1, matchingRows.length), rows.length)
  const { page, pageSize } = pageWindow(query)
  return makePage(
    sorted.slice((page - 1) * pageSize, page * pageSize),
    matchingRows.length,
    page,
    pageSize,
    rows.length
  )
}
