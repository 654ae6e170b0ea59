import { Effect, type Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureProposal } from "#domain/buckets/changes/decideChange.ts"
import { mergeCopiedDocument } from "#domain/buckets/features/copiedDocument.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type AnyFeature, featureOf } from "#domain/buckets/features/features.ts"
import { valueFor } from "#domain/buckets/valueFor.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"

export interface CopySource {
  readonly feature: AnyFeature
  readonly bucket: string
  readonly value: Schema.Json
  readonly document: string | null
}

export const readCopySource = Effect.map(FeatureStore, (store) =>
  Effect.fn("FeatureCopies.source")(function* (context: ResolvedContext, name: FeatureName, bucket: string) {
    const feature = featureOf(name)
    const document = yield* store.read(context, bucket, name)
    const current = feature.understand(document)
    if (current === null)
      return yield* new Conflict({
        code: "state_conflict",
        detail: `What ${bucket} has is not understood: it cannot be copied`
      })
    const source: CopySource = { feature, bucket, value: current.value, document }
    return source
  })
)

/** Only for documents with parts that Stowage does not know. */
export const carriedDocument = ({ document, feature }: CopySource): { readonly source?: string } =>
  document !== null && feature.unknown(document).length > 0 ? { source: document } : {}

export const copyProposal = ({ bucket: source, document, feature, value: from }: CopySource): FeatureProposal => ({
  feature: feature.name,
  propose: (_current, before, bucket) => {
    const { rewritten, unclear, value } =
      from === null ? { value: null, rewritten: [], unclear: [] } : valueFor(from, source, bucket)
    const base = mergeCopiedDocument(feature, document, before)
    if (typeof base !== "string" && base !== null) return base
    return {
      value,
      base,
      rewritten,
      detail: rewritten.join("; "),
      warnings: unclear.map((at) => `${at} names ${source} and stays as it is: look whether that is meant`)
    }
  }
})
