import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { type Portion, splitSelection, type Selection } from "#domain/objects/objectwork/Selection.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

interface Place {
  readonly context: Pick<ResolvedContext, "bucketOwner" | "s3">
  readonly bucket: string
}

/** Bucket names belong to a tenant; an unknown owner may be in any. */
const mayShareTenant = ({ bucketOwner: one }: Place["context"], { bucketOwner: other }: Place["context"]): boolean =>
  one === null || other === null || tenantOf(one) === tenantOf(other)

export const sameGateway = (one: Place["context"], other: Place["context"]): boolean =>
  mayShareTenant(one, other) &&
  (one.s3.endpointId === null || other.s3.endpointId === null
    ? one.s3.url === other.s3.url
    : one.s3.endpointId === other.s3.endpointId)

const MAX_ENTRIES_COMPARED = 10

const firstsOf = (portion: Portion): ReadonlyArray<string> =>
  portion._tag === "Folder" ? [portion.prefix] : portion.entries.slice(0, MAX_ENTRIES_COMPARED).map(({ key }) => key)

/** One gateway may have several addresses. Equal key, bytes and millisecond: the same object, or its replica. */
export const sameBucket = Effect.fnUntraced(function* (
  store: ObjectStore["Service"],
  source: Place,
  target: Place,
  selection: Selection
): Effect.fn.Return<boolean, NotFound | GatewayFailure> {
  if (source.bucket !== target.bucket) return false
  if (sameGateway(source.context, target.context)) return true
  const first = ({ bucket, context }: Place, prefix: string) =>
    Effect.map(
      store.list(context.s3, bucket, { prefix, delimiter: "", continuationToken: null, maxKeys: 1 }),
      ({ objects }) => objects[0]
    )
  for (const prefix of splitSelection(selection).flatMap(firstsOf).slice(0, MAX_ENTRIES_COMPARED)) {
    const here = yield* first(source, prefix)
    if (here === undefined) continue
    const there = yield* first(target, here.key)
    return (
      there !== undefined &&
      there.key === here.key &&
      there.size_bytes === here.size_bytes &&
      there.etag === here.etag &&
      there.modified_at === here.modified_at
    )
  }
  return false
})
