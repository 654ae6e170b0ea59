import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"

export const clusterContext = (
  { id, is_default, is_sandbox, name, region, url, verify_tls }: StorageEndpoint,
  admin: AdminTarget,
  {
    bucketOwner,
    credential,
    listingKey
  }: Pick<ResolvedContext, "bucketOwner" | "listingKey"> & Pick<ResolvedContext["s3"], "credential">
): ResolvedContext => ({
  context: {
    kind: "cluster",
    id: `cluster-${id}`,
    name,
    endpoint_id: id,
    endpoint_name: name,
    endpoint_url: url,
    endpoint_is_default: is_default,
    endpoint_is_sandbox: is_sandbox,
    tags: [],
    expires_at: null,
    unusable_reason: null,
    capabilities: { can_manage_buckets: true, can_manage_iam: false, can_browse_objects: false, has_admin_ops: true }
  },
  s3: { endpointId: id, url, region, verifyTls: verify_tls, userSupplied: false, pathStyle: true, credential },
  admin,
  bucketOwner,
  listingKey
})
