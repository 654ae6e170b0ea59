import { Effect } from "effect"
import { type BucketAdvice, bucketAdvice, bucketAdviceCodes } from "#domain/buckets/workbench/BucketAdvice.ts"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { BucketWorkbench } from "./BucketWorkbench.ts"

export const adviseBuckets = Effect.gen(function* () {
  const workbench = yield* BucketWorkbench

  const requestOf = ({ workbench: id }: WorkbenchScope, filter: unknown) =>
    parseWorkbenchRequest(id, [], { page: 1, page_size: 1 }, filter)

  const count = (scope: WorkbenchScope, filter: unknown) =>
    requestOf(scope, filter).pipe(
      Effect.flatMap((request) => workbench.snapshot(scope, request)),
      Effect.map(({ total, warnings }) => ({ total, problem: warnings.join(". ") || null })),
      Effect.catchTags({
        InvalidInput: ({ message }) => Effect.succeed({ total: null, problem: message }),
        Unavailable: ({ detail }) => Effect.succeed({ total: null, problem: detail })
      })
    )

  return Effect.fn("adviseBuckets")(function* (scope: WorkbenchScope) {
    // compares all features of the advice: those not read in time count as unknown
    const features = yield* Effect.orDie(requestOf(scope, bucketAdvice.kept_versions.unknown))
    yield* Effect.ignore(workbench.page(scope, features))
    return yield* Effect.forEach(
      bucketAdviceCodes,
      Effect.fnUntraced(function* (code) {
        const { filter, reason, remedy, title, unknown } = bucketAdvice[code]
        const advised = yield* count(scope, filter)
        const undecided = yield* count(scope, unknown)
        const advice: BucketAdvice = {
          code,
          title,
          reason,
          remedy,
          filter: { ...filter, rules: filter.rules.map((rule) => ({ ...rule })) },
          bucket_count: advised.total,
          unknown_count: undecided.total,
          problem: advised.problem ?? undecided.problem
        }
        return advice
      })
    )
  })
})
