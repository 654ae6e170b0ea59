import { Context, type Effect } from "effect"
import type { PolicyTest } from "#domain/buckets/policies/policyTests.ts"
import type { PolicyTestSet } from "#domain/buckets/policies/PolicyCheck.ts"

/**
 * The policy tests that are kept with a bucket; `made`: with which of its name, null where nobody tells. Implemented by
 * layers/sql.
 */
export class PolicyTestRecords extends Context.Service<
  PolicyTestRecords,
  {
    /** Version 0 and no tests where none were ever kept with this bucket. */
    readonly find: (listingKey: string, bucket: string, made: string | null) => Effect.Effect<PolicyTestSet>
    /** Null: they stand in another version than the one named. */
    readonly replace: (
      listingKey: string,
      bucket: string,
      made: string | null,
      tests: ReadonlyArray<PolicyTest>,
      version: number
    ) => Effect.Effect<PolicyTestSet | null>
  }
>()("stowage/services/buckets/policies/PolicyTestRecords") {}
