import { Effect } from "effect"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

const encoder = new TextEncoder()

/** Differs for another document, and for another bucket of the same name. */
export const featureVersion = (identity: string, stored: string | null): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", encoder.encode(`${identity}\n${stored === null ? "none" : `text\n${stored}`}`))
    ),
    (bytes) => Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

/** Creation time by Admin Ops, else "": differs from a later bucket of its name. NotFound for a foreign bucket. */
export const bucketIdentity = Effect.map(Rgw, (rgw) =>
  Effect.fn("bucketIdentity")(function* ({ admin, bucketOwner, listingKey }: ResolvedContext, name: string) {
    if (admin === null) return ""
    const found = yield* rgw.bucket(admin, fullBucketName({ tenant: tenantOf(bucketOwner), name }))
    const missing = new NotFound({ entity: "Bucket", id: name })
    if (found._tag === "None") return yield* missing
    const { created_at, owner } = found.value
    // the key of a connection decides which buckets it has
    if (listingKey.startsWith("endpoint:") && listingKey !== `endpoint:${admin.endpointId}/owner:${owner}`)
      return yield* missing
    return created_at ?? ""
  })
)
