import { authorize, findBucket } from "./Access.ts"
import { sliceParts } from "./Blobs.ts"
import type { Bucket } from "./Buckets.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { refuseLocked } from "./ObjectLock.ts"
import { checkUploadConditions, docFromHeaders, isUnchanged, objectHeaders, uploadHeaders } from "./ObjectHeaders.ts"
import type { NewObject, StoredObject } from "./Objects.ts"
import { Payload } from "./Payload.ts"
import { exceeds } from "./Quota.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"

const longestKey = 1024

export const checkKey = (key: string): void => {
  if (Buffer.byteLength(key) > longestKey) throw new GatewayError("InvalidObjectName")
}

/** A delete marker counts as NoSuchKey. */
export const findObject = (store: Store, bucket: Bucket, key: string, version: string | undefined): StoredObject => {
  const object = store.objects.find(bucket, key, version)
  if (object === undefined || object.marker) throw new GatewayError("NoSuchKey")
  return object
}

/** The 404 shows whether a delete marker hides the object. */
const readableObject = (store: Store, bucket: Bucket, key: string, version: string | undefined): StoredObject => {
  const object = store.objects.find(bucket, key, version)
  if (object !== undefined && !object.marker) return object
  const hidden = object !== undefined && version === undefined
  throw new GatewayError("NoSuchKey", "", { headers: { "x-amz-delete-marker": String(hidden) } })
}

export const checkQuota = (store: Store, bucket: Bucket, size: number): void => {
  const account = store.accounts.byId(bucket.owner)
  const user = account === undefined ? store.users.byUid(bucket.owner) : undefined
  const perBucket = [bucket.quota, account?.bucket_quota, user?.bucket_quota]
  if (perBucket.some((quota) => quota !== undefined && exceeds(quota, bucket, size)))
    throw new GatewayError("QuotaExceeded")
  const whole = account?.quota ?? user?.user_quota
  if (whole?.enabled === true && exceeds(whole, store.buckets.usageOf(bucket.owner), size))
    throw new GatewayError("QuotaExceeded")
}

/** Deletes the replaced object's files, or the new ones if refused. `onStored` runs in the same tick. */
export const commitObject = async (
  store: Store,
  call: Call,
  bucket: Bucket,
  object: NewObject,
  onStored: () => void = () => undefined
): Promise<string | undefined> => {
  try {
    // The bucket may have been deleted or versioned during the upload.
    const now = store.buckets.byName(bucket.tenant, bucket.name)
    if (now?.id !== bucket.id) throw new GatewayError("NoSuchBucket")
    checkQuota(store, now, object.size)
    const { freed, version } = store.objects.put(now, object, (current) => checkUploadConditions(call, current))
    onStored()
    await store.blobs.remove(freed)
    return version
  } catch (cause) {
    await store.blobs.remove(object.parts)
    throw cause
  }
}

export const putObject = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  checkKey(call.key)
  authorize(store, call, bucket, "PutObject")
  const announced = header(call, "x-amz-decoded-content-length") ?? header(call, "content-length")
  if (announced === undefined && header(call, "transfer-encoding") === undefined) {
    throw new GatewayError("MissingContentLength", "", { status: 411 })
  }
  const described = docFromHeaders(store, bucket, call)
  checkUploadConditions(call, store.objects.find(bucket, call.key))
  checkQuota(store, bucket, Number(announced ?? 0))
  const payload = new Payload(call)
  const { md5, part } = await store.blobs.write(payload.bytes())
  const doc = { ...described, checksum: payload.checksum() }
  const version = await commitObject(store, call, bucket, {
    key: call.key,
    size: part.to,
    etag: md5,
    doc,
    parts: [part]
  })
  return empty(200, uploadHeaders(md5, version, doc))
}

const rangeOf = (call: Call, size: number): { readonly start: number; readonly end: number } | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header(call, "range") ?? "")
  if (match === null || (match[1] === "" && match[2] === "")) return undefined
  const [first = "", last = ""] = match.slice(1)
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === "" || last === "" ? size : Math.min(Number(last) + 1, size)
  if (start >= end) throw new GatewayError("InvalidRange")
  return { start, end }
}

const partRange = (call: Call, object: StoredObject): { readonly start: number; readonly end: number } | undefined => {
  const number = Number(call.query.get("partNumber") ?? "0")
  if (!Number.isInteger(number) || number < 1) return undefined
  const sizes = object.doc.partSizes ?? [object.size]
  const size = sizes[number - 1]
  if (size === undefined) throw new GatewayError("InvalidPart")
  const start = sizes.slice(0, number - 1).reduce((total, one) => total + one, 0)
  return { start, end: start + size }
}

export const getObject = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  const version = call.query.get("versionId")
  authorizeRead(store, call, bucket)
  const object = readableObject(store, bucket, call.key, version)
  const headers = objectHeaders(call, object)
  if (isUnchanged(call, object))
    return empty(304, { etag: headers["etag"] ?? "", "last-modified": headers["last-modified"] ?? "" })
  const range = partRange(call, object) ?? rangeOf(call, object.size)
  const { checksum } = object.doc
  if (range === undefined) {
    if (checksum !== undefined && header(call, "x-amz-checksum-mode") === "ENABLED")
      headers[checksum.name] = checksum.value
    return { status: 200, headers: { ...headers, "content-length": String(object.size) }, body: object.parts }
  }
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${range.start}-${range.end - 1}/${object.size}`,
      "content-length": String(range.end - range.start)
    },
    body: sliceParts(object.parts, range.start, range.end)
  }
}

/** Anyone may read a public object, whatever the bucket allows. */
const authorizeRead = (store: Store, call: Call, bucket: Bucket): void => {
  const acl = store.objects.find(bucket, call.key, call.query.get("versionId"))?.doc.acl
  if (acl === "public-read" || acl === "public-read-write") return
  authorize(store, call, bucket, call.query.has("versionId") ? "GetObjectVersion" : "GetObject")
}

export const deleteObject = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  const version = call.query.get("versionId")
  authorize(store, call, bucket, version === undefined ? "DeleteObject" : "DeleteObjectVersion")
  if (version !== undefined) refuseLocked(call, store.objects.find(bucket, call.key, version))
  const deletion = store.objects.remove(bucket, call.key, version)
  await store.blobs.remove(deletion.freed)
  return empty(204, {
    ...(deletion.marker ? { "x-amz-delete-marker": "true" } : {}),
    ...(deletion.version === undefined ? {} : { "x-amz-version-id": deletion.version })
  })
}

export const restoreObject = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "RestoreObject")
  findObject(store, bucket, call.key, call.query.get("versionId"))
  throw new GatewayError("InvalidObjectState", "only cloud tier object can be restored")
}
