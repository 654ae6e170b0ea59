import { Context, type Effect } from "effect"
import type { PolicyTest } from "#domain/buckets/policies/policyTests.ts"
import type { PolicyTestSet } from "#domain/buckets/policies/PolicyCheck.ts"

/** `made`: creation time of the bucket, null when unknown. */
export class PolicyTestRecords extends Context.Service<
  PolicyTestRecords,
  {
    /** Version 0 without tests when none were stored. */
    readonly find: (listingKey: string, bucket: string, made: string | null) => Effect.Effect<PolicyTestSet>
    /** Null when the stored version is another. */
    readonly replace: (
      listingKey: string,
      bucket: string,
      made: string | null,
      tests: ReadonlyArray<PolicyTest>,
      version: number
    ) => Effect.Effect<PolicyTestSet | null>
  }
>()("stowage/services/buckets/policies/PolicyTestRecords") {}
