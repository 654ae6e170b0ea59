import { Effect, Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { QuarantineRecords } from "./QuarantineRecords.ts"

const Place = {
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  bucket: Schema.String
}

const EnteringBucket = Schema.Struct({
  ...Place,
  made_at: Schema.NullOr(Schema.String),
  policy_before: Schema.NullOr(Schema.String),
  policy: Schema.String,
  until: Schema.String,
  user_id: Schema.NullOr(Schema.Int),
  asked_by: Schema.NullOr(Schema.String)
})
export type Entered = typeof EnteringBucket.Type

/** `policy`: the one to replace; `wanted`: the previous one, or null to empty the bucket. */
const LeavingBucket = Schema.Struct({
  ...Place,
  id: Schema.Int,
  policy: Schema.String,
  wanted: Schema.NullOr(Schema.String),
  state: Schema.Literals(["restored", "deleting"])
})
export type Remainder = typeof LeavingBucket.Type

type Change<About> = GatewayChangeKind<About, ResolvedContext, null>

const stale = new Conflict({
  code: "stale_plan",
  detail: "The bucket's policy was changed meanwhile: look at it again"
})

interface ChangeText {
  readonly success: string
  readonly failure: string
  readonly unknown: string
}

/** Policy changes that start and end quarantines. Recovery reads the policy and writes our row accordingly. */
export const quarantineChanges = Effect.gen(function* () {
  const audited = yield* Audited
  const contexts = yield* ExecutionContexts
  const store = yield* FeatureStore
  const records = yield* QuarantineRecords

  const kindOf = <About extends { readonly [Name in keyof typeof Place]: (typeof Place)[Name]["Type"] }>(
    action: string,
    about: Schema.ConstraintCodec<About, unknown>,
    messages: (bucket: string) => ChangeText,
    desiredPolicy: (about: About) => string | null,
    rows: (about: About) => Effect.Effect<void>,
    metadata: (about: About) => Readonly<Record<string, Schema.Json>>
  ): Change<About> => {
    const recoveredFrom = (one: About, so: boolean): Recovered<null> => ({
      so,
      seen: null,
      rows: so ? rows(one) : Effect.void
    })
    return {
      action,
      scope: "manager",
      about,
      gateway: ({ listing_key, storage_endpoint_id }) =>
        storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
      thing: ({ bucket, listing_key }) => `${listing_key}/bucket:${bucket}`,
      entity: ({ bucket }) => ({ type: "bucket", id: bucket, label: bucket }),
      messages: ({ bucket }) => ({ ...messages(bucket) }),
      metadata: (one) => ({
        context_id: one.context_id,
        storage_endpoint_id: one.storage_endpoint_id,
        ...metadata(one)
      }),
      reach: ({ listing_key }) => contexts.forListing(listing_key),
      recover: (context, one) =>
        store.read(context, one.bucket, "policy").pipe(
          Effect.map((seen) => recoveredFrom(one, seen === desiredPolicy(one))),
          Effect.catchTag("NotFound", () => Effect.succeed(recoveredFrom(one, false)))
        ),
      assumed: (_, one) => recoveredFrom(one, true)
    }
  }

  const entering = audited.gateway(
    kindOf(
      "bucket.quarantine",
      EnteringBucket,
      (bucket) => ({
        success: `Bucket ${bucket} was put into quarantine`,
        failure: `Bucket ${bucket} was not put into quarantine`,
        unknown: `Whether bucket ${bucket} was put into quarantine is not known`
      }),
      ({ policy }) => policy,
      records.open,
      ({ until }) => ({ until })
    )
  )

  const leaving = (action: string, messages: (bucket: string) => ChangeText) =>
    audited.gateway(
      kindOf(
        action,
        LeavingBucket,
        messages,
        ({ wanted: desiredPolicy }) => desiredPolicy,
        ({ id, state }) => records.move(id, state, null),
        () => ({})
      )
    )
  const restoring = leaving("bucket.quarantine.restore", (bucket) => ({
    success: `Bucket ${bucket} was restored from quarantine`,
    failure: `Bucket ${bucket} was not restored from quarantine`,
    unknown: `Whether bucket ${bucket} was restored from quarantine is not known`
  }))
  const opening = leaving("bucket.quarantine.end", (bucket) => ({
    success: `The quarantine of bucket ${bucket} ended with its day: it is emptied`,
    failure: `The quarantine of bucket ${bucket} was not ended`,
    unknown: `Whether the quarantine of bucket ${bucket} ended is not known`
  }))

  const put = (context: ResolvedContext, bucket: string, standing: string | null, desiredPolicy: string | null) => ({
    before: Effect.flatMap(store.read(context, bucket, "policy"), (now) =>
      now === standing ? Effect.succeed(false) : Effect.fail(stale)
    ),
    change: store.write(context, bucket, "policy", desiredPolicy)
  })

  return { entering, restoring, opening, put }
})
