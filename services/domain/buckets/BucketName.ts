import { Schema } from "effect"
import { adminEntry, namesBucket } from "./namesBucket.ts"

/**
 * Explains why a bucket name is invalid, or returns null. Amazon S3's naming rules, which RGW enforces in strict mode.
 */
export const bucketNameFault = (name: string): string | null => {
  if (name.length < 3 || name.length > 63) return "Use 3 to 63 characters"
  if (!/^[a-z0-9.-]+$/.test(name)) return "Use lower-case letters, digits, dots and hyphens"
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return "Begin and end with a letter or digit"
  if (name.includes("..") || name.includes(".-") || name.includes("-.")) return "Do not put dots beside dots or hyphens"
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return "A name may not look like an IP address"
  if (name === adminEntry) return "The gateway keeps this name for itself"
  if (name.startsWith("xn--") || name.startsWith("sthree-")) return "This prefix is reserved"
  if (name.endsWith("-s3alias") || name.endsWith("--ol-s3")) return "This suffix is reserved"
  return null
}

export const BucketName = Schema.String.check(
  Schema.makeFilter((name: string) => bucketNameFault(name) ?? true, {
    toJsonSchema: () => [{ minLength: 3, maxLength: 63, pattern: "^[a-z0-9][a-z0-9.-]*[a-z0-9]$" }, true]
  })
).annotate({ identifier: "BucketName" })

/** Name of a bucket that may exist, also from a relaxed gateway. */
export const ExistingBucketName = Schema.String.check(
  Schema.makeFilter((name: string) => namesBucket(name) || "This is not the name of a bucket", {
    toJsonSchema: () => [{ minLength: 1, maxLength: 255, pattern: "^[A-Za-z0-9._-]+$" }, true]
  })
).annotate({ identifier: "ExistingBucketName" })
