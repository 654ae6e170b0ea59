import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { authorize, findBucket } from "./Access.ts"
import { type BlobPart, sliceParts } from "./Blobs.ts"
import type { Bucket } from "./Buckets.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { copySource } from "./CopyObject.ts"
import { GatewayError } from "./GatewayError.ts"
import { docFromHeaders, uploadHeaders } from "./ObjectHeaders.ts"
import { checkKey, checkQuota, commitObject } from "./ObjectOps.ts"
import { Payload, readText } from "./Payload.ts"
import { empty, isoTime, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import type { Upload, UploadPart } from "./Uploads.ts"
import { children, document, leaf, node, parseXml, text } from "./Xml.ts"

const smallestPart = 5 * 1024 * 1024

const findUpload = (store: Store, bucket: Bucket, call: Call): Upload => {
  const upload = store.uploads.find(bucket, call.key, call.query.get("uploadId") ?? "")
  if (upload === undefined) throw new GatewayError("NoSuchUpload")
  return upload
}

export const createUpload = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  checkKey(call.key)
  authorize(store, call, bucket, "PutObject")
  const id = store.uploads.begin(bucket, call.key, {
    ...docFromHeaders(store, bucket, call),
    partSums: header(call, "x-amz-checksum-algorithm")?.toUpperCase() === "CRC32" ? true : undefined
  })
  return xml(
    document("InitiateMultipartUploadResult", leaf("Bucket", bucket.name), leaf("Key", call.key), leaf("UploadId", id))
  )
}

const savePart = async (store: Store, upload: Upload, part: Omit<UploadPart, "mtime">): Promise<void> => {
  const replaced = store.uploads.savePart(upload.id, part)
  await store.blobs.remove(replaced ?? part.parts)
  if (replaced === undefined) throw new GatewayError("NoSuchUpload")
}

const partNumber = (call: Call): number => {
  const number = Number(call.query.get("partNumber"))
  // RGW does not enforce S3's limit of 10,000.
  if (!Number.isInteger(number) || number < 1) throw new GatewayError("InvalidPart")
  return number
}

export const uploadPart = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "PutObject")
  const upload = findUpload(store, bucket, call)
  const number = partNumber(call)
  checkQuota(store, bucket, Number(header(call, "x-amz-decoded-content-length") ?? header(call, "content-length") ?? 0))
  const payload = new Payload(call)
  const { md5, part } = await store.blobs.write(payload.bytes())
  const checksum = payload.checksum() ?? (upload.doc.partSums === true ? payload.crc32() : undefined)
  await savePart(store, upload, { number, etag: md5, size: part.to, checksum, parts: [part] })
  return empty(200, uploadHeaders(md5, undefined, { ...upload.doc, checksum }))
}

export const copyPart = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "PutObject")
  const upload = findUpload(store, bucket, call)
  const number = partNumber(call)
  const { object } = copySource(store, call)
  const copyRange = header(call, "x-amz-copy-source-range")
  const range =
    copyRange === undefined
      ? ([0, object.size - 1] as const)
      : /^bytes=(\d+)-(\d+)$/.exec(copyRange)?.slice(1).map(Number)
  const [first = -1, last = -1] = range ?? []
  if (copyRange !== undefined && (first < 0 || last < first || last >= object.size))
    throw new GatewayError("InvalidRange")
  checkQuota(store, bucket, last - first + 1)
  const sliced = sliceParts(object.parts, first, last + 1)
  const hash = createHash("md5")
  for await (const piece of store.blobs.read(sliced)) hash.update(piece)
  const etag = hash.digest("hex")
  await savePart(store, upload, {
    number,
    etag,
    size: last - first + 1,
    checksum: undefined,
    parts: await store.blobs.copy(sliced)
  })
  return xml(document("CopyPartResult", leaf("LastModified", isoTime(Date.now())), leaf("ETag", `"${etag}"`)))
}

const limitOf = (call: Call, name: string): number => {
  const value = Number(call.query.get(name) ?? "1000")
  if (!Number.isInteger(value) || value < 0) throw new GatewayError("InvalidArgument")
  return Math.min(value, 1000)
}

export const listParts = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "ListMultipartUploadParts")
  const upload = store.uploads.find(bucket, call.key, call.query.get("uploadId") ?? "")
  // Only this multipart call answers NoSuchKey.
  if (upload === undefined) throw new GatewayError("NoSuchKey", "", { headers: { "x-amz-delete-marker": "false" } })
  const limit = limitOf(call, "max-parts")
  const marker = Number(call.query.get("part-number-marker") ?? "0")
  const found = store.uploads.parts(upload.id, marker, limit + 1)
  const shown = found.slice(0, limit)
  return xml(
    document(
      "ListPartsResult",
      leaf("Bucket", bucket.name),
      leaf("Key", call.key),
      leaf("UploadId", upload.id),
      leaf("StorageClass", "STANDARD"),
      leaf("PartNumberMarker", marker),
      leaf("NextPartNumberMarker", shown.at(-1)?.number ?? 0),
      leaf("MaxParts", limit),
      leaf("IsTruncated", found.length > limit),
      owned(store, bucket, "Owner"),
      ...shown.map((part) =>
        node(
          "Part",
          leaf("LastModified", isoTime(Math.floor(part.mtime / 1000) * 1000)),
          leaf("PartNumber", part.number),
          leaf("ETag", `"${part.etag}"`),
          leaf("Size", part.size),
          ...(part.checksum?.name === "x-amz-checksum-crc32" ? [leaf("ChecksumCRC32", part.checksum.value)] : [])
        )
      )
    )
  )
}

const owned = (store: Store, bucket: Bucket, element: string): string =>
  node(element, leaf("ID", bucket.owner), leaf("DisplayName", store.accounts.byId(bucket.owner)?.name ?? bucket.owner))

export const listUploads = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "ListBucketMultipartUploads")
  const limit = limitOf(call, "max-uploads")
  const prefix = call.query.get("prefix") ?? ""
  const delimiter = call.query.get("delimiter") ?? ""
  const keyMarker = call.query.get("key-marker") ?? ""
  const idMarker = call.query.get("upload-id-marker") ?? ""
  const after = store.uploads
    .list(bucket)
    .filter(
      (upload) =>
        upload.key.startsWith(prefix) &&
        (keyMarker === "" ||
          Buffer.compare(Buffer.from(upload.key), Buffer.from(keyMarker)) > 0 ||
          (upload.key === keyMarker && idMarker !== "" && upload.id > idMarker))
    )
  const under = (upload: Upload): string | undefined => {
    const at = delimiter === "" ? -1 : upload.key.indexOf(delimiter, prefix.length)
    return at < 0 ? undefined : upload.key.slice(0, at + delimiter.length)
  }
  const own = after.filter((upload) => under(upload) === undefined)
  const shown = own.slice(0, limit)
  const last = shown.at(-1)
  // RGW encodes keys except slashes without reporting it
  const named = (key: string) =>
    call.query.get("encoding-type") !== "url"
      ? key
      : encodeURIComponent(key)
          .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
          .replaceAll("%2F", "/")
  return xml(
    document(
      "ListMultipartUploadsResult",
      leaf("Bucket", bucket.name),
      ...(prefix === "" ? [] : [leaf("Prefix", prefix)]),
      ...(keyMarker === "" ? [] : [leaf("KeyMarker", keyMarker)]),
      ...(idMarker === "" ? [] : [leaf("UploadIdMarker", idMarker)]),
      ...(last === undefined ? [] : [leaf("NextKeyMarker", last.key), leaf("NextUploadIdMarker", last.id)]),
      leaf("MaxUploads", limit),
      ...(delimiter === "" ? [] : [leaf("Delimiter", delimiter)]),
      leaf("IsTruncated", own.length > limit),
      ...shown.map((upload) =>
        node(
          "Upload",
          leaf("Key", named(upload.key)),
          leaf("UploadId", upload.id),
          owned(store, bucket, "Initiator"),
          owned(store, bucket, "Owner"),
          leaf("StorageClass", "STANDARD"),
          leaf("Initiated", isoTime(upload.created))
        )
      ),
      ...[...new Set(after.flatMap((upload) => under(upload) ?? []))].map((one) =>
        node("CommonPrefixes", leaf("Prefix", one))
      )
    )
  )
}

export const abortUpload = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "AbortMultipartUpload")
  const upload = findUpload(store, bucket, call)
  const parts = store.uploads.parts(upload.id)
  store.uploads.end(upload.id)
  await store.blobs.remove(parts.flatMap((part) => part.parts))
  return empty(204)
}

const checkedParts = (
  listed: ReadonlyArray<{ number: number; etag: string }>,
  stored: ReadonlyArray<UploadPart>
): void => {
  if (listed.some((part, at) => at > 0 && part.number <= (listed[at - 1]?.number ?? 0)))
    throw new GatewayError("InvalidPartOrder")
  const same =
    listed.length === stored.length &&
    listed.every((part, at) => stored[at]?.number === part.number && stored[at]?.etag === part.etag)
  if (!same) throw new GatewayError("InvalidPart")
  if (stored.slice(0, -1).some((part) => part.size < smallestPart)) throw new GatewayError("EntityTooSmall")
}

const sumOfAll = async (bytes: AsyncIterable<Uint8Array>) => {
  let crc = 0
  for await (const piece of bytes) crc = crc32(piece, crc)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc)
  return { name: "x-amz-checksum-crc32", value: sum.toString("base64") }
}

const alreadyCompleting = (): GatewayError =>
  new GatewayError("InternalError", "This multipart completion is already in progress")

export const completeUpload = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "PutObject")
  const body = await readText(call)
  const listed = children(parseXml(body, "CompleteMultipartUpload"), "Part").map((part) => ({
    number: Number(text(part, "PartNumber")),
    etag: (text(part, "ETag") ?? "").replaceAll("&quot;", "").replaceAll('"', "").trim()
  }))
  if (listed.length === 0) throw new GatewayError("MalformedXML")
  const upload = store.uploads.find(bucket, call.key, call.query.get("uploadId") ?? "")
  if (upload === undefined) throw alreadyCompleting()
  const stored = store.uploads.parts(upload.id)
  checkedParts(listed, stored)
  const digest = createHash("md5")
  for (const part of stored) digest.update(Buffer.from(part.etag, "hex"))
  const etag = `${digest.digest("hex")}-${stored.length}`
  const parts: ReadonlyArray<BlobPart> = stored.flatMap((part) => part.parts)
  const checksum = upload.doc.partSums === true ? await sumOfAll(store.blobs.read(parts)) : undefined
  const size = stored.reduce((total, part) => total + part.size, 0)
  // New names for the files: a refused completion leaves the upload unchanged.
  const copies = await store.blobs.copy(parts)
  if (store.uploads.find(bucket, call.key, upload.id) === undefined) {
    await store.blobs.remove(copies)
    throw alreadyCompleting()
  }
  const version = await commitObject(
    store,
    call,
    bucket,
    {
      key: call.key,
      size,
      etag,
      doc: { ...upload.doc, checksum, partSizes: stored.map((part) => part.size) },
      parts: copies
    },
    () => store.uploads.end(upload.id)
  )
  await store.blobs.remove(parts)
  return xml(
    document(
      "CompleteMultipartUploadResult",
      leaf("Location", `http://${header(call, "host") ?? ""}/${bucket.name}/${encodeURI(call.key)}`),
      leaf("Bucket", bucket.name),
      leaf("Key", call.key),
      leaf("ETag", `"${etag}"`),
      ...(checksum === undefined ? [] : [leaf("ChecksumCRC32", checksum.value), leaf("ChecksumType", "FULL_OBJECT")])
    ),
    version === undefined ? {} : { "x-amz-version-id": version }
  )
}
