import { DateTime, Result, Schema } from "effect"
import type { GatewayFailure, NotFound } from "../errors/Errors.ts"
import { streamEvent } from "../live/streamEvent.ts"
import { someOf } from "../paging/Filters.ts"
import { asksForAll, makePage, type OffsetQuery, type Page, pageOf, pageWindow, searchOf } from "../paging/Paging.ts"
import { Exposure, exposureOf } from "../policies/exposure.ts"
import type { PolicyDialect } from "../policies/Policy.ts"
import { rulesOf } from "../policies/rulesOf.ts"
import { FeatureProgress, FeaturesDone } from "./FeatureCell.ts"
import { FeatureProblem } from "./FeatureReading.ts"
import { problemOf } from "./readingOf.ts"

/** By how much they want to be looked at. `unavailable`: what decides could not be read. */
export const exposureVerdicts = ["public", "conditional", "unavailable", "shielded", "private"] as const

/** Whether one bucket of many is public, and through what. */
export const ExposureRow = Schema.Struct({
  bucket: Schema.String,
  verdict: Schema.Literals(exposureVerdicts),
  words: Schema.String,
  /** Of an unavailable bucket those that are known all the same. */
  ways: Exposure.fields.ways,
  policy_is_public: Schema.Boolean,
  website: Schema.Boolean,
  /** Why it could not be told. */
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "ExposureRow" })
export type ExposureRow = typeof ExposureRow.Type

export const ExposurePage = pageOf(ExposureRow).annotate({ identifier: "ExposurePage" })

/** Rows of some buckets. */
export const ExposureRows = Schema.Struct({ rows: Schema.Array(ExposureRow) }).annotate({ identifier: "ExposureRows" })

/** What a reader of exposures is told. */
export const ExposureEvent = Schema.Union([
  streamEvent("progress", FeatureProgress), streamEvent("rows", ExposureRows), streamEvent("done", FeaturesDone)
])

/** What a verdict is made of. */
export const exposureParts = ["policy", "public_access_block", "acl", "website"] as const
type Part = (typeof exposureParts)[number]
type Read = Result.Result<string | null, NotFound | GatewayFailure>

/** A gateway without a feature has nothing of it: 405 and 501 are no secret. */
const lacks = (read: Read): boolean =>
  Result.isFailure(read) && read.failure._tag === "StorageError" && (read.failure.storage_status === 405 || read.failure.storage_status === 501)

/** What the documents of a bucket come to. One that cannot be read leaves no verdict: it may open or shut anything. `now`: milliseconds of the epoch. */
export const exposureRow = (bucket: string, reads: Readonly<Record<Part, Read>>, dialect: PolicyDialect, now: number): ExposureRow => {
  const document = (part: Part) => Result.isSuccess(reads[part]) ? reads[part].success : null
  const told = exposureOf(rulesOf(bucket, { policy: document("policy"), public_access_block: document("public_access_block"), acl: document("acl") }, dialect), document("website") !== null, dialect)
  const unread = exposureParts.find((part) => part !== "website" && Result.isFailure(reads[part]) && !lacks(reads[part]))
  const failed = unread === undefined ? undefined : reads[unread]
  const { policy_is_public, ways, website } = told
  if (failed === undefined || Result.isSuccess(failed)) return { bucket, verdict: told.verdict, words: told.words, ways, policy_is_public, website, problem: null }
  const problem = problemOf(failed.failure, DateTime.formatIso(DateTime.makeUnsafe(now)))
  return { bucket, verdict: "unavailable", words: problem.detail, ways, policy_is_public, website, problem }
}

export const exposureSortKeys = ["bucket", "verdict"] as const
export const exposureFilters = { verdict: Schema.optionalKey(someOf(exposureVerdicts)) }
const Filters = Schema.Struct(exposureFilters)

export interface ExposureQuery extends OffsetQuery<(typeof exposureSortKeys)[number]> {
  readonly verdict?: (typeof Filters.Type)["verdict"]
}

const byText = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0

/** Those that a query asks for; by their verdict the most open first. */
export const exposurePage = (rows: ReadonlyArray<ExposureRow>, query: ExposureQuery): Page<ExposureRow> => {
  const search = searchOf(query)?.toLowerCase() ?? null
  const found = rows.filter(({ bucket, verdict, words }) => (query.verdict === undefined || query.verdict.includes(verdict)) &&
    (search === null || bucket.toLowerCase().includes(search) || words.toLowerCase().includes(search)))
  const turn = query.sort_dir === "desc" ? -1 : 1
  const order = (one: ExposureRow, other: ExposureRow) =>
    query.sort_by === "verdict" ? exposureVerdicts.indexOf(one.verdict) - exposureVerdicts.indexOf(other.verdict) : byText(one.bucket, other.bucket)
  const sorted = found.toSorted((one, other) => turn * order(one, other) || byText(one.bucket, other.bucket))
  if (asksForAll(query)) return makePage(sorted, found.length, 1, Math.max(1, found.length), rows.length)
  const { page, pageSize } = pageWindow(query)
  return makePage(sorted.slice((page - 1) * pageSize, page * pageSize), found.length, page, pageSize, rows.length)
}
