import { Effect, type Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { FeatureStore } from "./FeatureStore.ts"

export interface DocumentPlace {
  readonly context_id: string
  readonly storage_endpoint_id: number | null
  readonly listing_key: string
  readonly bucket: string
}

export interface ChangeText {
  readonly success: string
  readonly failure: string
  readonly unknown: string
}

export interface DocumentChangeKind<About extends DocumentPlace> {
  readonly action: string
  readonly about: Schema.ConstraintCodec<About, unknown>
  readonly messages: (about: About) => ChangeText
  readonly feature: (about: About) => FeatureName
  readonly desired: (about: About) => string | null
  readonly rows: (about: About) => Effect.Effect<void>
  readonly metadata: (about: About) => Readonly<Record<string, Schema.Json>>
}

/** `put` fails as Conflict `stale_plan` when the current document is another. */
export const documentChanges = Effect.gen(function* () {
  const [audited, contexts, store] = yield* Effect.all([Audited, ExecutionContexts, FeatureStore])

  const make = <About extends DocumentPlace>({
    about,
    action,
    desired,
    feature,
    messages,
    metadata,
    rows
  }: DocumentChangeKind<About>) => {
    const recoveredFrom = (one: About, so: boolean): Recovered<null> => ({
      isApplied: so,
      observed: null,
      rows: so ? rows(one) : Effect.void
    })
    const kind: GatewayChangeKind<About, ResolvedContext, null> = {
      action,
      scope: "manager",
      about,
      gateway: ({ listing_key, storage_endpoint_id }) =>
        storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
      thing: ({ bucket, listing_key }) => `${listing_key}/bucket:${bucket}`,
      entity: ({ bucket }) => ({ type: "bucket", id: bucket, label: bucket }),
      messages: (one) => ({ ...messages(one) }),
      metadata: (one) => ({
        context_id: one.context_id,
        storage_endpoint_id: one.storage_endpoint_id,
        ...metadata(one)
      }),
      reach: ({ listing_key }) => contexts.forListing(listing_key),
      recover: (context, one) =>
        store.read(context, one.bucket, feature(one)).pipe(
          Effect.map((current) => recoveredFrom(one, current === desired(one))),
          Effect.catchTag("NotFound", () => Effect.succeed(recoveredFrom(one, false)))
        ),
      assumeApplied: (_, one) => recoveredFrom(one, true)
    }
    return audited.gateway(kind)
  }

  const put = (
    context: ResolvedContext,
    bucket: string,
    feature: FeatureName,
    current: string | null,
    desired: string | null
  ) => ({
    before: Effect.flatMap(store.read(context, bucket, feature), (now) =>
      now === current
        ? Effect.succeed(false)
        : Effect.fail(
            new Conflict({
              code: "stale_plan",
              detail: `The ${feature} of the bucket was changed meanwhile: look at it again`
            })
          )
    ),
    change: store.write(context, bucket, feature, desired)
  })

  return { make, put }
})
