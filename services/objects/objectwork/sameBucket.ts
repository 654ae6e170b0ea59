import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { type Portion, portionsOf, type Selection } from "#domain/objects/objectwork/Selection.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

/** A bucket as a context reaches it. */
interface Place {
  readonly context: Pick<ResolvedContext, "bucketOwner" | "s3">
  readonly bucket: string
}

/** A bucket's name belongs to its tenant: whose owner is not known stands in any. */
const mayShareTenant = ({ bucketOwner: one }: Place["context"], { bucketOwner: other }: Place["context"]): boolean =>
  one === null || other === null || tenantOf(one) === tenantOf(other)

/** Whether a gateway can copy between the two by itself: by one address, and by names that mean the same to both. */
export const sameGateway = (one: Place["context"], other: Place["context"]): boolean => mayShareTenant(one, other) &&
  (one.s3.endpointId === null || other.s3.endpointId === null ? one.s3.url === other.s3.url : one.s3.endpointId === other.s3.endpointId)

/** Entries of a selection that are looked for, until one is there. */
const tried = 10

const firstsOf = (portion: Portion): ReadonlyArray<string> => portion._tag === "Folder" ? [portion.prefix] : portion.entries.slice(0, tried).map(({ key }) => key)

/**
 * Whether two places are one bucket, in which nothing is moved onto or into itself. Several addresses may lead to one gateway (two storage
 * endpoints, one that somebody typed in), and no name tells: what is chosen is looked for at both. What has the same key, bytes and
 * millisecond is the same object, or its replica in another zone, which goes when it does.
 */
export const sameBucket = Effect.fnUntraced(function*(
  store: ObjectStore["Service"], source: Place, target: Place, selection: Selection
): Effect.fn.Return<boolean, NotFound | GatewayFailure> {
  if (source.bucket !== target.bucket) return false
  if (sameGateway(source.context, target.context)) return true
  const first = ({ bucket, context }: Place, prefix: string) =>
    Effect.map(store.list(context.s3, bucket, { prefix, delimiter: "", continuationToken: null, maxKeys: 1 }), ({ objects }) => objects[0])
  for (const prefix of portionsOf(selection).flatMap(firstsOf).slice(0, tried)) {
    const here = yield* first(source, prefix)
    if (here === undefined) continue
    const there = yield* first(target, here.key)
    return there !== undefined && there.key === here.key && there.size_bytes === here.size_bytes && there.etag === here.etag && there.modified_at === here.modified_at
  }
  return false
})
