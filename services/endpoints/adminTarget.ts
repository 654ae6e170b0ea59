import { Effect, type Redacted } from "effect"
import type { StorageEndpoint } from "#domain/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "./Rgw.ts"

/** Where Admin Ops of an endpoint answers: its own address unless overridden. */
export const adminUrlOf = (endpoint: Pick<StorageEndpoint, "url" | "features_config">): string =>
  endpoint.features_config.features.admin?.endpoint ?? endpoint.url

/** The purpose under which an endpoint's technical secret is encrypted. */
export const adminSecretPurpose = (url: string) => `storage_endpoint/${url}/admin`

/** An endpoint as Admin Ops is called on it; null when the feature is off or no key is stored. */
export const adminTargetOf = <E>(
  endpoint: StorageEndpoint,
  readSecret: Effect.Effect<Redacted.Redacted | null, E>
): Effect.Effect<AdminTarget | null, E> =>
  endpoint.admin_access_key === null || !endpoint.capabilities.admin
    ? Effect.succeed(null)
    : Effect.map(readSecret, (secret) =>
      secret === null || endpoint.admin_access_key === null ? null : {
        endpointId: endpoint.id,
        url: adminUrlOf(endpoint),
        region: endpoint.region,
        verifyTls: endpoint.verify_tls,
        key: { access_key: endpoint.admin_access_key, secret_key: secret }
      })
