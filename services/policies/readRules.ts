import { Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import { dialectOf } from "#domain/features/dialectOf.ts"
import { rulesOf, type RuleDocuments } from "#domain/policies/rulesOf.ts"
import type { UnreadPart } from "#domain/policies/PolicyCheck.ts"
import { FeatureStore } from "#services/features/FeatureStore.ts"

const parts = ["policy", "public_access_block", "acl", "website"] as const

/**
 * Everything of a bucket that decides about requests. What the gateway does not tell is named in `unread` and taken to be as in a
 * new bucket; a bucket that is not there is not found.
 */
export const readRules = Effect.map(FeatureStore, (store) =>
  Effect.fn("readRules")(function*(context: ResolvedContext, bucket: string) {
    const unread: Array<UnreadPart> = []
    const read = (part: typeof parts[number]) => store.read(context, bucket, part).pipe(
      Effect.catchIf((error): error is GatewayFailure => error._tag !== "NotFound", (error) => Effect.sync(() => {
        unread.push({ part, detail: error._tag === "StorageTimeout" ? "The gateway did not answer in time" : error.detail })
        return null
      })))
    const [policy = null, block = null, acl = null, website = null] = yield* Effect.forEach(parts, read, { concurrency: "unbounded" })
    const documents: RuleDocuments = { policy, public_access_block: block, acl }
    return { documents, rules: rulesOf(bucket, documents, dialectOf(context.s3.url)), website: website !== null, dialect: dialectOf(context.s3.url), unread }
  }))

export type RulesFailure = NotFound | GatewayFailure
