import { Schema } from "effect"
import { ObjectKey } from "./ObjectListing.ts"
import { UploadAttributes, uploadAttributes } from "./uploadAttributes.ts"

const mebibyte = 1024 * 1024
export const singleLimitBytes = 16 * mebibyte
export const SINGLE_UPLOAD_LIMIT_BYTES = 4 * mebibyte
const smallestPart = 16 * mebibyte
const MAX_PARTS = 10_000
export const objectLimitBytes = 5 * 1024 * 1024 * mebibyte

/** One part up to 16 MiB, else growing sizes so that 10,000 parts suffice. */
export const planUpload = (
  sizeBytes: number
): { readonly strategy: "single" | "multipart"; readonly part_size_bytes: number; readonly part_count: number } => {
  if (sizeBytes <= singleLimitBytes)
    return { strategy: "single", part_size_bytes: Math.max(sizeBytes, 1), part_count: 1 }
  const needed = Math.ceil(sizeBytes / MAX_PARTS / mebibyte) * mebibyte
  const partSize = Math.max(smallestPart, needed)
  return { strategy: "multipart", part_size_bytes: partSize, part_count: Math.ceil(sizeBytes / partSize) }
}

export const partBytes = (sizeBytes: number, partSizeBytes: number, partNumber: number): number | null => {
  const start = (partNumber - 1) * partSizeBytes
  if (!Number.isInteger(partNumber) || partNumber < 1 || (start >= sizeBytes && !(sizeBytes === 0 && partNumber === 1)))
    return null
  return Math.min(partSizeBytes, sizeBytes - start)
}

const OnConflict = Schema.Literals(["replace", "refuse"])

const UploadType = Schema.String.check(Schema.isMaxCodePoints(255), Schema.isPattern(/^[\x20-\x7e]*$/u))

export const StartUpload = Schema.Struct({
  key: ObjectKey,
  size_bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: objectLimitBytes })),
  content_type: Schema.optionalKey(UploadType),
  file_modified_ms: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }))
  ),
  on_conflict: Schema.optionalKey(OnConflict),
  ...uploadAttributes
}).annotate({ identifier: "StartUpload" })
export type StartUpload = typeof StartUpload.Type

export const singleUploadFields = {
  key: ObjectKey,
  content_type: Schema.optionalKey(UploadType),
  on_conflict: Schema.optionalKey(OnConflict),
  attributes: Schema.optionalKey(Schema.fromJsonString(UploadAttributes))
}
export type SingleUpload = Schema.Schema.Type<Schema.Struct<typeof singleUploadFields>>

/** `direct`: the browser uploads to the gateway; `proxied`: through this service. */
export const UploadPlan = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  strategy: Schema.Literals(["single", "multipart"]),
  transport: Schema.Literals(["direct", "proxied"]),
  content_type: Schema.String,
  part_size_bytes: Schema.Int,
  part_count: Schema.Int,
  checksum: Schema.NullOr(Schema.Literal("CRC32"))
}).annotate({ identifier: "UploadPlan" })

export const StartedUpload = Schema.Struct({ ...UploadPlan.fields, resumed: Schema.Boolean }).annotate({
  identifier: "StartedUpload"
})
export type StartedUpload = typeof StartedUpload.Type
export type UploadPlan = typeof UploadPlan.Type

export const UploadedPart = Schema.Struct({
  part_number: Schema.Int,
  etag: Schema.String,
  size_bytes: Schema.Int,
  checksum: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UploadedPart" })
export type UploadedPart = typeof UploadedPart.Type

export const UploadState = Schema.Struct({
  ...UploadPlan.fields,
  size_bytes: Schema.Int,
  parts: Schema.Array(UploadedPart)
}).annotate({ identifier: "UploadState" })
export type UploadState = typeof UploadState.Type

export const PartLink = Schema.Struct({
  part_number: Schema.Int,
  url: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "PartLink" })
export type PartLink = typeof PartLink.Type

export interface CorsRule {
  readonly origins: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
  readonly headers: ReadonlyArray<string>
  readonly exposed: ReadonlyArray<string>
}

export const uploadHeaderNames = ({
  cache_control,
  metadata,
  only_new,
  storage_class,
  tags
}: UploadAttributes & { readonly only_new?: true }): ReadonlyArray<string> => [
  "content-type",
  "x-amz-sdk-checksum-algorithm",
  "x-amz-checksum-crc32",
  ...(cache_control === undefined ? [] : ["cache-control"]),
  ...(only_new === undefined ? [] : ["if-none-match"]),
  ...(storage_class === undefined ? [] : ["x-amz-storage-class"]),
  ...(tags === undefined || tags.length === 0 ? [] : ["x-amz-tagging"]),
  ...Object.keys(metadata ?? {}).map((name) => `x-amz-meta-${name.toLowerCase()}`)
]

const matchesOrigin = (pattern: string, origin: string): boolean => {
  const [before, after, more] = pattern.split("*")
  if (after === undefined) return pattern === origin
  return (
    more === undefined &&
    origin.length >= pattern.length - 1 &&
    origin.startsWith(before ?? "") &&
    origin.endsWith(after)
  )
}

export const corsAllowsUpload = (
  rules: ReadonlyArray<CorsRule>,
  origin: string,
  headers: ReadonlyArray<string> = ["content-type"]
): boolean =>
  rules.some(
    (rule) =>
      rule.origins.some((pattern) => matchesOrigin(pattern, origin)) &&
      rule.methods.includes("PUT") &&
      headers.every((name) => rule.headers.some((pattern) => matchesOrigin(pattern.toLowerCase(), name))) &&
      rule.exposed.some((header) => header.toLowerCase() === "etag")
  )

/** Clients resolve `.` and `..` in addresses, which would change the key and break the signature. */
export const survivesAddress = (key: string) => !key.split("/").some((segment) => segment === "." || segment === "..")

export const isDirectUpload = (place: {
  readonly rules: ReadonlyArray<CorsRule>
  readonly publicOrigin: string
  readonly gatewayUrl: string
  readonly key: string
  readonly headers?: ReadonlyArray<string>
}): boolean =>
  corsAllowsUpload(place.rules, place.publicOrigin, place.headers) &&
  survivesAddress(place.key) &&
  !(place.publicOrigin.startsWith("https:") && place.gatewayUrl.startsWith("http:"))

export const ChecksumText = Schema.String.check(Schema.isMaxCodePoints(8), Schema.isPattern(/^[A-Za-z0-9+/]{6}==$/u))

export const CompletedUpload = Schema.Struct({
  key: Schema.String,
  checksum: Schema.NullOr(Schema.String),
  verified: Schema.Boolean
}).annotate({ identifier: "CompletedUpload" })
export type CompletedUpload = typeof CompletedUpload.Type

export const OpenUpload = Schema.Struct({
  id: Schema.String,
  bucket: Schema.String,
  key: Schema.String,
  size_bytes: Schema.Int,
  file_modified_ms: Schema.NullOr(Schema.Int),
  active_at: Schema.String
}).annotate({ identifier: "OpenUpload" })
export type OpenUpload = typeof OpenUpload.Type
