import type { HeadObjectCommandOutput } from "@aws-sdk/client-s3"
import type { ObjectEncryption, ObjectHead, ObjectLock } from "#domain/objects/ObjectDetails.ts"

const algorithms = {
  ChecksumCRC64NVME: "CRC64NVME",
  ChecksumSHA256: "SHA256",
  ChecksumSHA1: "SHA1",
  ChecksumCRC32C: "CRC32C",
  ChecksumCRC32: "CRC32"
} as const

const checksumOf = (found: HeadObjectCommandOutput): ObjectHead["checksum"] => {
  for (const [field, algorithm] of Object.entries(algorithms)) {
    const value = found[field as keyof typeof algorithms]
    if (value !== undefined) return { algorithm, value, type: found.ChecksumType ?? null }
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

export const headOf = (key: string, found: HeadObjectCommandOutput, firstPart: number | null): ObjectHead => ({
  key,
  version_id: found.VersionId ?? null,
  size_bytes: found.ContentLength ?? 0,
  etag: found.ETag ?? null,
  modified_at: found.LastModified?.toISOString() ?? null,
  headers: {
    content_type: found.ContentType ?? null,
    cache_control: found.CacheControl ?? null,
    content_disposition: found.ContentDisposition ?? null,
    content_encoding: found.ContentEncoding ?? null,
    content_language: found.ContentLanguage ?? null,
    expires: found.ExpiresString ?? null,
    website_redirect: found.WebsiteRedirectLocation ?? null
  },
  metadata: found.Metadata ?? {},
  storage_class: found.StorageClass ?? "STANDARD",
  checksum: checksumOf(found),
  encryption: encryptionOf(found),
  lock: lockOf(found),
  restore: restoreOf(found.Restore),
  parts:
    found.PartsCount === undefined || firstPart === null
      ? null
      : { count: found.PartsCount, first_size_bytes: firstPart }
})
