import type { HeadObjectCommandOutput } from "@aws-sdk/client-s3"
import type { ObjectEncryption, ObjectHead, ObjectLock } from "#domain/objects/ObjectDetails.ts"

const algorithms = {
  ChecksumCRC64NVME: "CRC64NVME",
  ChecksumSHA256: "SHA256",
  ChecksumSHA1: "SHA1",
  ChecksumCRC32C: "CRC32C",
  ChecksumCRC32: "CRC32"
} as const

const checksumOf = (response: HeadObjectCommandOutput): ObjectHead["checksum"] => {
  for (const [field, algorithm] of Object.entries(algorithms)) {
    const value = response[field as keyof typeof algorithms]
    if (value !== undefined) return { algorithm, value, type: response.ChecksumType ?? null }
  }
  return null
}

type EncryptionAnswer = {
  readonly [Name in "BucketKeyEnabled" | "SSECustomerAlgorithm" | "SSEKMSKeyId" | "ServerSideEncryption"]?:
    | HeadObjectCommandOutput[Name]
    | undefined
}

export const encryptionOf = ({
  BucketKeyEnabled,
  SSECustomerAlgorithm,
  SSEKMSKeyId,
  ServerSideEncryption
}: EncryptionAnswer): ObjectEncryption => {
  if (SSECustomerAlgorithm !== undefined) return { kind: "sse_c", kms_key_id: null }
  if (ServerSideEncryption === undefined) return { kind: "none", kms_key_id: null }
  if (ServerSideEncryption === "AES256") return { kind: "sse_s3", kms_key_id: null }
  return {
    kind: "sse_kms",
    kms_key_id: SSEKMSKeyId || null,
    ...(BucketKeyEnabled === true ? { bucket_key: true as const } : {}),
    ...(ServerSideEncryption === "aws:kms:dsse" ? { dual_layer: true as const } : {})
  }
}

type LockAnswer = {
  readonly [Name in "ObjectLockLegalHoldStatus" | "ObjectLockMode" | "ObjectLockRetainUntilDate"]?:
    | HeadObjectCommandOutput[Name]
    | undefined
}

export const lockOf = ({
  ObjectLockLegalHoldStatus,
  ObjectLockMode,
  ObjectLockRetainUntilDate
}: LockAnswer): ObjectLock => ({
  mode: ObjectLockMode === undefined ? null : ObjectLockMode === "COMPLIANCE" ? "compliance" : "governance",
  retain_until: ObjectLockRetainUntilDate?.toISOString() ?? null,
  legal_hold: ObjectLockLegalHoldStatus === "ON"
})

export const restoreOf = (text: string | undefined): ObjectHead["restore"] => {
  if (text === undefined) return null
  const expires = Date.parse(/expiry-date="([^"]*)"/.exec(text)?.[1] ?? "")
  return {
    ongoing: /ongoing-request="true"/.test(text),
    expires_at: Number.isNaN(expires) ? null : new Date(expires).toISOString()
  }
}

export const headOf = (key: string, response: HeadObjectCommandOutput, firstPart: number | null): ObjectHead => ({
  key,
  version_id: response.VersionId ?? null,
  size_bytes: response.ContentLength ?? 0,
  etag: response.ETag ?? null,
  modified_at: response.LastModified?.toISOString() ?? null,
  headers: {
    content_type: response.ContentType ?? null,
    cache_control: response.CacheControl ?? null,
    content_disposition: response.ContentDisposition ?? null,
    content_encoding: response.ContentEncoding ?? null,
    content_language: response.ContentLanguage ?? null,
    expires: response.ExpiresString ?? null,
    website_redirect: response.WebsiteRedirectLocation ?? null
  },
  metadata: response.Metadata ?? {},
  storage_class: response.StorageClass ?? "STANDARD",
  checksum: checksumOf(response),
  encryption: encryptionOf(response),
  lock: lockOf(response),
  restore: restoreOf(response.Restore),
  parts:
    response.PartsCount === undefined || firstPart === null
      ? null
      : { count: response.PartsCount, first_size_bytes: firstPart }
})
