import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"
import { connectionCredential } from "./connectionSecrets.ts"

export const connectionTarget = (cipher: CredentialCipher["Service"], record: ConnectionRecord): S3Target => ({
  endpointId: record.storage_endpoint_id,
  url: record.endpoint_url,
  region: record.region,
  verifyTls: record.verify_tls,
  userSupplied: record.custom_endpoint !== null,
  pathStyle: record.custom_endpoint?.force_path_style ?? true,
  credential: connectionCredential(cipher, record),
  ...(record.grants === null ? {} : { grants: record.grants })
})

export const connectionListingKey = ({ id, seal }: { readonly id: number; readonly seal: string }) =>
  `connection:${id}/${seal}`
export const connectionOfListing = (key: string): { readonly id: number; readonly seal: string } | null => {
  const match = /^connection:(\d{1,10})\/([0-9a-f-]{36})$/.exec(key)
  return match === null ? null : { id: Number(match[1]), seal: match[2] ?? "" }
}
