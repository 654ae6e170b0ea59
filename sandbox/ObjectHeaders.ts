import { type Call, header } from "./Call.ts"
import type { Bucket } from "./Buckets.ts"
import { GatewayError } from "./GatewayError.ts"
import { grantedAcl } from "./Acl.ts"
import { lockFromHeaders, lockHeaders } from "./ObjectLock.ts"
import { emptyDoc, type ObjectDoc, type StoredObject } from "./Objects.ts"
import { parseQuery } from "./Call.ts"
import type { Store } from "./Store.ts"
import { children, parseXml, text } from "./Xml.ts"

const storedHeaders = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
  "x-amz-website-redirect-location"
]
const overridable = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires"
]

const tagsOf = (call: Call): ReadonlyArray<readonly [string, string]> => {
  const tags = [...parseQuery(header(call, "x-amz-tagging") ?? "")]
  if (tags.length > 10) throw new GatewayError("InvalidTag")
  return tags
}

/** Without a vault, AES256 makes every upload fail, as on RGW. */
const kmsKey = (store: Store, bucket: Bucket): string | undefined => {
  const stored = store.buckets.config(bucket.id, "encryption")
  if (stored === undefined) return undefined
  const rule = children(parseXml(stored, "ServerSideEncryptionConfiguration"), "Rule")[0] ?? {}
  const applied = children(rule, "ApplyServerSideEncryptionByDefault")[0] ?? {}
  if (text(applied, "SSEAlgorithm") !== "aws:kms") throw new GatewayError("InvalidArgument")
  return text(applied, "KMSMasterKeyID") ?? ""
}

const namedKmsKey = (call: Call): string | undefined =>
  header(call, "x-amz-server-side-encryption") === "aws:kms"
    ? (header(call, "x-amz-server-side-encryption-aws-kms-key-id") ?? "")
    : undefined

export const docFromHeaders = (store: Store, bucket: Bucket, call: Call): ObjectDoc => {
  const headers: Record<string, string> = {}
  for (const name of storedHeaders) {
    const value = header(call, name)
    const clean =
      name === "content-encoding"
        ? value
            ?.split(",")
            .map((one) => one.trim())
            .filter((one) => one !== "aws-chunked")
            .join(",")
        : value
    if (clean !== undefined && clean !== "") headers[name] = clean
  }
  const storageClass = header(call, "x-amz-storage-class")
  if (storageClass !== undefined && storageClass !== "STANDARD") throw new GatewayError("InvalidArgument")
  const meta: Record<string, string> = {}
  for (const name of Object.keys(call.headers)) {
    if (name.startsWith("x-amz-meta-")) meta[name.slice("x-amz-meta-".length)] = header(call, name) ?? ""
  }
  return {
    ...emptyDoc,
    headers,
    meta,
    tags: tagsOf(call),
    kmsKey: namedKmsKey(call) ?? kmsKey(store, bucket),
    acl: header(call, "x-amz-acl") ?? grantedAcl(store, bucket.owner, call),
    ...lockFromHeaders(call)
  }
}

const kmsHeaders = (doc: ObjectDoc): Readonly<Record<string, string>> =>
  doc.kmsKey === undefined
    ? {}
    : {
        "x-amz-server-side-encryption": "aws:kms",
        "x-amz-server-side-encryption-aws-kms-key-id": doc.kmsKey
      }

export const uploadHeaders = (
  etag: string,
  version: string | undefined,
  doc: ObjectDoc
): Readonly<Record<string, string>> => ({
  ...kmsHeaders(doc),
  etag: `"${etag}"`,
  "accept-ranges": "bytes",
  ...(doc.checksum === undefined ? {} : { [doc.checksum.name]: doc.checksum.value }),
  ...(version === undefined ? {} : { "x-amz-version-id": version })
})

export const objectHeaders = (call: Call, object: StoredObject): Record<string, string> => {
  const { doc } = object
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "last-modified": new Date(object.mtime).toUTCString(),
    "x-rgw-object-type": "Normal",
    etag: `"${object.etag}"`,
    "content-type": "binary/octet-stream",
    ...doc.headers,
    ...kmsHeaders(doc),
    ...lockHeaders(doc)
  }
  for (const [name, value] of Object.entries(doc.meta)) headers[`x-amz-meta-${name}`] = value
  if (doc.tags.length > 0) headers["x-amz-tagging-count"] = String(doc.tags.length)
  if (object.version !== "null") headers["x-amz-version-id"] = object.version
  if (doc.partSizes !== undefined) headers["x-amz-mp-parts-count"] = String(doc.partSizes.length)
  for (const name of overridable) {
    const value = call.query.get(`response-${name}`)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

const plainTag = (etag: string): string => etag.trim().replace(/^W\//, "").replace(/^"|"$/g, "")
const listsTag = (list: string, etag: string): boolean =>
  list.split(",").some((one) => one.trim() === "*" || plainTag(one) === etag)

export const checkUploadConditions = (call: Call, current: StoredObject | undefined): void => {
  const present = current === undefined || current.marker ? undefined : current
  const match = header(call, "if-match")
  const none = header(call, "if-none-match")
  if (match !== undefined) {
    if (present === undefined) throw new GatewayError("NoSuchKey")
    if (!listsTag(match, present.etag)) throw new GatewayError("PreconditionFailed")
  }
  if (none !== undefined && present !== undefined && listsTag(none, present.etag))
    throw new GatewayError("PreconditionFailed")
}

const seconds = (time: number): number => Math.floor(time / 1000)

export const isUnchanged = (call: Call, object: StoredObject, prefix = ""): boolean => {
  const match = header(call, `${prefix}if-match`)
  const none = header(call, `${prefix}if-none-match`)
  const since = Date.parse(header(call, `${prefix}if-modified-since`) ?? "")
  const until = Date.parse(header(call, `${prefix}if-unmodified-since`) ?? "")
  if (match !== undefined && !listsTag(match, object.etag)) throw new GatewayError("PreconditionFailed")
  if (match === undefined && !Number.isNaN(until) && seconds(object.mtime) > seconds(until))
    throw new GatewayError("PreconditionFailed")
  if (none !== undefined) return listsTag(none, object.etag)
  return !Number.isNaN(since) && seconds(object.mtime) <= seconds(since)
}
