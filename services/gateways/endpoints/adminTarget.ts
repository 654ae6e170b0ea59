import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { storedCredential } from "#services/gateways/credentials/storedCredential.ts"

export const adminUrlOf = (endpoint: Pick<StorageEndpoint, "url" | "features_config">): string =>
  endpoint.features_config.features.admin?.endpoint ?? endpoint.url

export const adminSecretPurpose = (url: string) => `storage_endpoint/${url}/admin`

type AdminEndpoint = Pick<
  StorageEndpoint,
  "id" | "url" | "region" | "verify_tls" | "features_config" | "capabilities" | "admin_access_key"
>

export const adminTargetOf = (
  cipher: CredentialCipher["Service"],
  endpoint: AdminEndpoint,
  secret: string | null
): AdminTarget | null => {
  const { admin_access_key: accessKey, capabilities, id, region, url, verify_tls } = endpoint
  if (accessKey === null || secret === null || !capabilities.admin) return null
  return {
    endpointId: id,
    url: adminUrlOf(endpoint),
    region,
    verifyTls: verify_tls,
    credential: storedCredential(cipher, { accessKey, sealed: secret, purpose: adminSecretPurpose(url) })
  }
}
