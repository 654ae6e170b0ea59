import { Schema } from "effect"
import { bucketNameFault, namesBucket } from "./namesBucket.ts"

export const BucketName = Schema.String.check(
  Schema.makeFilter((name: string) => bucketNameFault(name) ?? true, {
    toJsonSchema: () => [{ minLength: 3, maxLength: 63, pattern: "^[a-z0-9][a-z0-9.-]*[a-z0-9]$" }, true]
  })
).annotate({ identifier: "BucketName" })

/** Also accepts names of RGW's relaxed mode. */
export const ExistingBucketName = Schema.String.check(
  Schema.makeFilter((name: string) => namesBucket(name) || "This is not the name of a bucket", {
    toJsonSchema: () => [{ minLength: 1, maxLength: 255, pattern: "^[A-Za-z0-9._-]+$" }, true]
  })
).annotate({ identifier: "ExistingBucketName" })
