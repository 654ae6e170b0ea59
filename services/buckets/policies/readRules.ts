import { Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { isUnsupportedError } from "#domain/buckets/features/readingOf.ts"
import { accessRulesOf, type RuleDocuments, unreadRule } from "#domain/buckets/policies/accessRulesOf.ts"
import type { UnreadPart } from "#domain/buckets/policies/PolicyCheck.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"

const parts = ["policy", "public_access_block", "acl", "website"] as const

/** Names unreadable parts in `unread`; they are unknown parts of the rules. NotFound for a missing bucket. */
export const readRules = Effect.map(FeatureStore, (store) =>
  Effect.fn("readRules")(function* (context: ResolvedContext, bucket: string) {
    const unread: Array<UnreadPart> = []
    const read = (part: (typeof parts)[number]) =>
      store.read(context, bucket, part).pipe(
        Effect.catchIf(
          (error): error is GatewayFailure => error._tag !== "NotFound",
          (error) =>
            Effect.sync(() => {
              if (isUnsupportedError(error)) return null
              unread.push({
                part,
                detail: error._tag === "StorageTimeout" ? "The gateway did not answer in time" : error.detail
              })
              return null
            })
        )
      )
    const [policy = null, block = null, acl = null, website = null] = yield* Effect.forEach(parts, read, {
      concurrency: "unbounded"
    })
    const dialect = dialectOf(context.s3.url)
    const documents: RuleDocuments = {
      policy,
      public_access_block: block,
      acl,
      unread: unread.flatMap(({ detail, part }) => (part === "website" ? [] : [unreadRule(part, detail)]))
    }
    return { documents, rules: accessRulesOf(bucket, documents, dialect), website: website !== null, dialect, unread }
  })
)

export type RulesFailure = NotFound | GatewayFailure
