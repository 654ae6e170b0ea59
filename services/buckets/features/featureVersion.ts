import { Effect } from "effect"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

const encoder = new TextEncoder()

/** Version that an edit is based on: differs for another document, and for another bucket of the same name. */
export const featureVersion = (identity: string, stored: string | null): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", encoder.encode(`${identity}\n${stored === null ? "none" : `text\n${stored}`}`))
    ),
    (bytes) => Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

/**
 * Identity that tells a bucket from a later one of the same name: its creation time from Admin Ops, "" without Admin
 * Ops. Not found when it is missing or not the context's own.
 */
export const bucketIdentity = Effect.map(Rgw, (rgw) =>
  Effect.fn("bucketIdentity")(function* ({ admin, bucketOwner, listingKey }: ResolvedContext, name: string) {
    if (admin === null) return ""
    const found = yield* rgw.bucket(admin, fullBucketName({ tenant: tenantOf(bucketOwner), name }))
    const missing = new NotFound({ entity: "Bucket", id: name })
    if (found._tag === "None") return yield* missing
    const { created_at, owner } = found.value
    // of a connection only its key says whose buckets it has
    if (listingKey.startsWith("endpoint:") && listingKey !== `endpoint:${admin.endpointId}/owner:${owner}`)
      return yield* missing
    return created_at ?? ""
  })
)
