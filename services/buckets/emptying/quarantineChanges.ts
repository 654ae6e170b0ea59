import { Effect, Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type ChangeText, documentChanges } from "#services/buckets/features/documentChanges.ts"
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
export type QuarantineStart = typeof EnteringBucket.Type

const LeavingBucket = Schema.Struct({
  ...Place,
  id: Schema.Int,
  policy: Schema.String,
  wanted: Schema.NullOr(Schema.String),
  state: Schema.Literals(["restored", "deleting"])
})
export type QuarantineEnd = typeof LeavingBucket.Type

export const quarantineChanges = Effect.gen(function* () {
  const records = yield* QuarantineRecords
  const changes = yield* documentChanges
  const feature = () => "policy" as const

  const entering = changes.make({
    action: "bucket.quarantine",
    about: EnteringBucket,
    feature,
    messages: ({ bucket }) => ({
      success: `Bucket ${bucket} was put into quarantine`,
      failure: `Bucket ${bucket} was not put into quarantine`,
      unknown: `Whether bucket ${bucket} was put into quarantine is not known`
    }),
    desired: ({ policy }) => policy,
    rows: records.open,
    metadata: ({ until }) => ({ until })
  })

  const leaving = (action: string, messages: (bucket: string) => ChangeText) =>
    changes.make({
      action,
      about: LeavingBucket,
      feature,
      messages: ({ bucket }) => messages(bucket),
      desired: ({ wanted }) => wanted,
      rows: ({ id, state }) => records.move(id, state, null),
      metadata: () => ({})
    })
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

  const put = (context: ResolvedContext, bucket: string, current: string | null, desired: string | null) =>
    changes.put(context, bucket, "policy", current, desired)

  return { entering, restoring, opening, put }
})
