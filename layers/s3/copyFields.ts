import type { CopyObjectCommandInput } from "@aws-sdk/client-s3"
import { type CopyProperties, isCustomAcl } from "#domain/objects/CopyProperties.ts"
import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"
import { customerFields } from "./customerKeys.ts"
import { aclFields } from "./objectGrants.ts"

type Fields = Partial<
  Pick<
    CopyObjectCommandInput,
    | "ServerSideEncryption"
    | "SSEKMSKeyId"
    | "BucketKeyEnabled"
    | "ObjectLockMode"
    | "ObjectLockRetainUntilDate"
    | "ObjectLockLegalHoldStatus"
    | "ACL"
    | "StorageClass"
    | "WebsiteRedirectLocation"
  >
>

const encryptionFields = ({ encryption: { bucket_key, dual_layer, kind, kms_key_id } }: CopyProperties): Fields => {
  if (kind === "sse_s3") return { ServerSideEncryption: "AES256" }
  return kind !== "sse_kms"
    ? {}
    : {
        ServerSideEncryption: dual_layer === true ? "aws:kms:dsse" : "aws:kms",
        ...(kms_key_id === null ? {} : { SSEKMSKeyId: kms_key_id }),
        ...(bucket_key === true ? { BucketKeyEnabled: true } : {})
      }
}

const lockFields = ({ lock }: CopyProperties): Fields => ({
  ...(lock.mode === null || lock.retain_until === null
    ? {}
    : {
        ObjectLockMode: lock.mode === "compliance" ? "COMPLIANCE" : "GOVERNANCE",
        ObjectLockRetainUntilDate: new Date(lock.retain_until)
      }),
  ...(lock.legal_hold ? { ObjectLockLegalHoldStatus: "ON" } : {})
})

export const copyFields = (properties: CopyProperties, key: CustomerKey = null): Fields => ({
  ...lockFields(properties),
  ...encryptionFields(properties),
  ...(properties.encryption.kind === "sse_c" ? customerFields(key) : {}),
  ...(properties.acl === null || properties.acl === "unreadable" || isCustomAcl(properties.acl)
    ? {}
    : (aclFields(properties.acl) as Fields)),
  ...(properties.storageClass === null
    ? {}
    : { StorageClass: properties.storageClass as NonNullable<Fields["StorageClass"]> }),
  ...(properties.websiteRedirect === null ? {} : { WebsiteRedirectLocation: properties.websiteRedirect })
})

const wireNames: Readonly<Record<keyof Fields, string>> = {
  ServerSideEncryption: "x-amz-server-side-encryption",
  SSEKMSKeyId: "x-amz-server-side-encryption-aws-kms-key-id",
  BucketKeyEnabled: "x-amz-server-side-encryption-bucket-key-enabled",
  ObjectLockMode: "x-amz-object-lock-mode",
  ObjectLockRetainUntilDate: "x-amz-object-lock-retain-until-date",
  ObjectLockLegalHoldStatus: "x-amz-object-lock-legal-hold",
  ACL: "x-amz-acl",
  StorageClass: "x-amz-storage-class",
  WebsiteRedirectLocation: "x-amz-website-redirect-location"
}

export const copyHeaders = (properties: CopyProperties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(copyFields(properties)).flatMap(([field, value]) => {
      const name = wireNames[field as keyof Fields]
      return value === undefined || name === undefined
        ? []
        : [[name, value instanceof Date ? value.toISOString() : String(value)]]
    })
  )
