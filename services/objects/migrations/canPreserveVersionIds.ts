import { Effect, Option } from "effect"
import { isAccountId, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { Quota } from "#domain/accounts/GatewaySettings.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { AdminTarget, BucketOwner, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { ClusterS3Keys } from "#services/gateways/endpoints/ClusterS3Keys.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import type { ResolvedSide, ResolvedSides } from "../comparison/comparisonSides.ts"

export const PROBE_KEY = ".stowage-precheck"

export interface VersionIdWriter {
  /** Target for one version of the source; the plain target for the version `null`, which no id keeps. */
  readonly targetFor: (versionId: string | null) => S3Target
  readonly copiesDirectly: boolean
}

type VersionIdDecision =
  | { readonly writer: VersionIdWriter; readonly obstacle: null }
  | { readonly writer: null; readonly obstacle: string | null }

const mapped = (obstacle: string | null): VersionIdDecision => ({ writer: null, obstacle })

/** The system user's key addresses buckets outside of tenants only. */
const isOutsideTenants = (owner: BucketOwner | null) => owner !== null && tenantOf(owner) === ""

const limits = ({ enabled, max_objects, max_size_bytes }: Quota) =>
  enabled && (max_objects !== null || max_size_bytes !== null)

/** RGW checks no owner, policy or quota for a system user: its key writes version ids only where none matters. */
export const canPreserveVersionIds = Effect.gen(function* () {
  const [keys, rgw, multipart] = yield* Effect.all([ClusterS3Keys, Rgw, MultipartStore])
  const [accounts, users] = yield* Effect.all([GatewayAccountSettings, GatewayUserSettings])

  const ownerHasQuota = (admin: AdminTarget, owner: string) =>
    isAccountId(owner)
      ? Effect.map(
          accounts.settings(admin, owner),
          ({ account_quota, bucket_quota }) => limits(account_quota) || limits(bucket_quota)
        )
      : Effect.map(
          users.settings(admin, owner),
          ({ bucket_quota, user_quota }) => limits(user_quota) || limits(bucket_quota)
        )

  const obstacleAt = Effect.fnUntraced(function* (
    { bucket, context }: ResolvedSide,
    admin: AdminTarget,
    owner: string
  ) {
    const existing = Option.getOrNull(yield* rgw.bucket(admin, bucket))
    if (existing !== null && existing.owner !== owner) return "the target bucket belongs to another owner"
    if (existing !== null && (existing.quota_max_size_bytes !== null || existing.quota_max_objects !== null))
      return "the gateway would not enforce the quota of the target bucket"
    if (yield* ownerHasQuota(admin, owner)) return "the gateway would not enforce the quota of the target's owner"
    if (existing === null) return null
    const probe = yield* Effect.result(multipart.start(context.s3, bucket, PROBE_KEY, "application/octet-stream"))
    if (probe._tag === "Success") {
      yield* multipart.abort(context.s3, { bucket, key: PROBE_KEY, gatewayUploadId: probe.success })
      return null
    }
    return probe.failure._tag === "StorageError" || probe.failure._tag === "NotFound"
      ? "the target's own key may not write"
      : yield* probe.failure
  })

  return Effect.fnUntraced(function* (
    { keep_version_ids, strategy }: Pick<MigrationDraft, "keep_version_ids" | "strategy">,
    { source, target }: ResolvedSides
  ) {
    const { admin, bucketOwner, listingKey, s3 } = target.context
    const owner = listingOwner(listingKey)?.owner ?? null
    if (strategy !== "version_aware" || keep_version_ids === false) return mapped(null)
    if (admin === null || owner === null || s3.endpointId === null) return mapped(null)
    const credential = yield* keys.keepingVersionIds(s3.endpointId)
    if (credential === null) return mapped(null)
    if (bucketOwner === null) return mapped("the target's owner is not known")
    if (!isOutsideTenants(bucketOwner)) return mapped("the target's owner is in a tenant")
    if (s3.grants !== undefined) return mapped("access to the target is limited to folders")
    const obstacle = yield* obstacleAt(target, admin, owner)
    if (obstacle !== null) return mapped(obstacle)
    const through: S3Target = { ...s3, credential }
    const decision: VersionIdDecision = {
      writer: {
        targetFor: (id) => (id === null || id === "null" ? s3 : { ...through, writtenVersion: { id, owner, through } }),
        copiesDirectly: isOutsideTenants(source.context.bucketOwner)
      },
      obstacle: null
    }
    return decision
  })
})
