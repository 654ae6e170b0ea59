import { Schema } from "effect"
import { ObjectKey } from "./ObjectListing.ts"
import { UploadAttributes, uploadAttributes } from "./uploadAttributes.ts"

const mebibyte = 1024 * 1024
/** Above this an upload goes in parts. */
export const singleLimitBytes = 16 * mebibyte
/** Up to this an object may be sent whole, in one request. */
export const wholeLimitBytes = 4 * mebibyte
const smallestPart = 16 * mebibyte
const mostParts = 10_000
/** S3 holds no larger object. */
export const objectLimitBytes = 5 * 1024 * 1024 * mebibyte

/** How an upload is cut: in one piece up to 16 MiB, else in parts that grow so that 10,000 suffice. Sizes in bytes. */
export const planUpload = (sizeBytes: number): { readonly strategy: "single" | "multipart"; readonly part_size_bytes: number; readonly part_count: number } => {
  if (sizeBytes <= singleLimitBytes) return { strategy: "single", part_size_bytes: Math.max(sizeBytes, 1), part_count: 1 }
  const needed = Math.ceil(sizeBytes / mostParts / mebibyte) * mebibyte
  const partSize = Math.max(smallestPart, needed)
  return { strategy: "multipart", part_size_bytes: partSize, part_count: Math.ceil(sizeBytes / partSize) }
}

/** Bytes of one part of a plan; the last is what is left. Null for a number outside the plan. */
export const partBytes = (sizeBytes: number, partSizeBytes: number, partNumber: number): number | null => {
  const start = (partNumber - 1) * partSizeBytes
  if (!Number.isInteger(partNumber) || partNumber < 1 || (start >= sizeBytes && !(sizeBytes === 0 && partNumber === 1))) return null
  return Math.min(partSizeBytes, sizeBytes - start)
}

/** What becomes of an object that is under the key by the time this one is stored: `replace` without it; `refuse`, and this one is not stored. */
const OnConflict = Schema.Literals(["replace", "refuse"])

const UploadType = Schema.String.check(Schema.isMaxCodePoints(255), Schema.isPattern(/^[\x20-\x7e]*$/u))

export const StartUpload = Schema.Struct({
  key: ObjectKey,
  size_bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: objectLimitBytes })),
  content_type: Schema.optionalKey(UploadType),
  /** When the local file was changed last, in milliseconds since 1970. With it, an upload of the same file that was left unfinished is gone on with. */
  file_modified_ms: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }))),
  on_conflict: Schema.optionalKey(OnConflict),
  ...uploadAttributes
}).annotate({ identifier: "StartUpload" })
export type StartUpload = typeof StartUpload.Type

/** What the address of a small object says that is sent whole: all but its bytes, their sum and its owner's key. */
export const wholeUpload = {
  key: ObjectKey,
  content_type: Schema.optionalKey(UploadType),
  on_conflict: Schema.optionalKey(OnConflict),
  /** JSON. */
  attributes: Schema.optionalKey(Schema.fromJsonString(UploadAttributes))
}
export type WholeUpload = Schema.Schema.Type<Schema.Struct<typeof wholeUpload>>

/** How an upload goes. `direct`: the browser sends to the gateway itself; `proxied`: through this service. */
export const UploadPlan = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  strategy: Schema.Literals(["single", "multipart"]),
  transport: Schema.Literals(["direct", "proxied"]),
  /** To be sent exactly so with direct parts of a single upload. */
  content_type: Schema.String,
  part_size_bytes: Schema.Int,
  part_count: Schema.Int,
  /** The sum that the gateway was told to keep of each part. */
  checksum: Schema.NullOr(Schema.Literal("CRC32"))
}).annotate({ identifier: "UploadPlan" })

/** A plan as it is answered; of one that is gone on with, the gateway holds parts already. */
export const StartedUpload = Schema.Struct({ ...UploadPlan.fields, resumed: Schema.Boolean }).annotate({ identifier: "StartedUpload" })
export type StartedUpload = typeof StartedUpload.Type
export type UploadPlan = typeof UploadPlan.Type

export const UploadedPart = Schema.Struct({
  part_number: Schema.Int,
  etag: Schema.String,
  size_bytes: Schema.Int,
  /** Base64, as the gateway tells it; null where it keeps none. */
  checksum: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UploadedPart" })
export type UploadedPart = typeof UploadedPart.Type

/** An upload under way, with the parts that the gateway holds: what a page needs to go on. */
export const UploadState = Schema.Struct({ ...UploadPlan.fields, size_bytes: Schema.Int, parts: Schema.Array(UploadedPart) }).annotate({ identifier: "UploadState" })
export type UploadState = typeof UploadState.Type

/** Where a part is sent, and the headers that its signature covers. */
export const PartLink = Schema.Struct({ part_number: Schema.Int, url: Schema.String, headers: Schema.Record(Schema.String, Schema.String) }).annotate({ identifier: "PartLink" })
export type PartLink = typeof PartLink.Type

/** A parsed CORS rule of a bucket. */
export interface CorsRule {
  readonly origins: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
  readonly headers: ReadonlyArray<string>
  readonly exposed: ReadonlyArray<string>
}

/** The headers that an upload in one piece is signed for; parts need none. */
export const uploadHeaderNames = ({ cache_control, metadata, only_new, storage_class, tags }: UploadAttributes & { readonly only_new?: true }): ReadonlyArray<string> => [
  "content-type", "x-amz-sdk-checksum-algorithm", "x-amz-checksum-crc32",
  ...(cache_control === undefined ? [] : ["cache-control"]),
  ...(only_new === undefined ? [] : ["if-none-match"]),
  ...(storage_class === undefined ? [] : ["x-amz-storage-class"]),
  ...(tags === undefined || tags.length === 0 ? [] : ["x-amz-tagging"]),
  ...Object.keys(metadata ?? {}).map((name) => `x-amz-meta-${name.toLowerCase()}`)
]

const matchesOrigin = (pattern: string, origin: string): boolean => {
  const [before, after, more] = pattern.split("*")
  if (after === undefined) return pattern === origin
  return more === undefined && origin.length >= pattern.length - 1 && origin.startsWith(before ?? "") && origin.endsWith(after)
}

/** Whether a bucket lets pages of `origin` send parts with these headers (in lower case) straight to the gateway and read their ETags. One rule must do it all. */
export const corsAllowsUpload = (rules: ReadonlyArray<CorsRule>, origin: string, headers: ReadonlyArray<string> = ["content-type"]): boolean =>
  rules.some((rule) =>
    rule.origins.some((pattern) => matchesOrigin(pattern, origin)) &&
    rule.methods.includes("PUT") &&
    headers.every((name) => rule.headers.some((pattern) => matchesOrigin(pattern.toLowerCase(), name))) &&
    rule.exposed.some((header) => header.toLowerCase() === "etag"))

/** Clients take `.` and `..` out of an address before they send it: such a key would be another one, with a wrong signature. */
export const survivesAddress = (key: string) => !key.split("/").some((segment) => segment === "." || segment === "..")

/**
 * Whether a browser may exchange an object with the gateway itself: the bucket trusts our pages, the key can be written in an
 * address, and no page of https would have to fetch plain http, which browsers refuse.
 */
export const goesDirect = (place: {
  readonly rules: ReadonlyArray<CorsRule>
  readonly publicOrigin: string
  readonly gatewayUrl: string
  readonly key: string
  /** What a page has to send beside the bytes. */
  readonly headers?: ReadonlyArray<string>
}): boolean =>
  corsAllowsUpload(place.rules, place.publicOrigin, place.headers) && survivesAddress(place.key) &&
  !(place.publicOrigin.startsWith("https:") && place.gatewayUrl.startsWith("http:"))

/** A CRC-32 of a whole object as S3 writes it: base64. */
export const ChecksumText = Schema.String.check(Schema.isMaxCodePoints(8), Schema.isPattern(/^[A-Za-z0-9+/]{6}==$/u))

/** What became of an upload. */
export const CompletedUpload = Schema.Struct({
  key: Schema.String,
  /** The sum of the object as the gateway tells it; null where it keeps none. */
  checksum: Schema.NullOr(Schema.String),
  /** It is the sum that whoever sent the object gave. */
  verified: Schema.Boolean
}).annotate({ identifier: "CompletedUpload" })
export type CompletedUpload = typeof CompletedUpload.Type

/** An upload in parts that somebody left, or that is still under way elsewhere. */
export const OpenUpload = Schema.Struct({
  id: Schema.String,
  bucket: Schema.String,
  key: Schema.String,
  size_bytes: Schema.Int,
  file_modified_ms: Schema.NullOr(Schema.Int),
  /** When something of it was asked for last. */
  active_at: Schema.String
}).annotate({ identifier: "OpenUpload" })
export type OpenUpload = typeof OpenUpload.Type
