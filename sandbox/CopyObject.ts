import { authorize, findBucket } from "./Access.ts"
import type { Bucket } from "./Buckets.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { checkKey, commitObject, findObject } from "./ObjectOps.ts"
import { docFromHeaders, isUnchanged } from "./ObjectHeaders.ts"
import type { ObjectDoc, StoredObject } from "./Objects.ts"
import { isoTime, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { document, leaf } from "./Xml.ts"

export const copySource = (store: Store, call: Call): { readonly bucket: Bucket; readonly object: StoredObject } => {
  const raw = header(call, "x-amz-copy-source") ?? ""
  const mark = raw.lastIndexOf("?versionId=")
  const version = mark < 0 ? undefined : raw.slice(mark + "?versionId=".length)
  let path: string
  try {
    path = decodeURIComponent((mark < 0 ? raw : raw.slice(0, mark)).replaceAll("+", "%2B"))
  } catch {
    throw new GatewayError("InvalidURI")
  }
  const clean = path.replace(/^\//, "")
  const slash = clean.indexOf("/")
  if (slash < 1 || slash === clean.length - 1) throw new GatewayError("InvalidArgument")
  const source: Call = { ...call, tenant: undefined, bucket: clean.slice(0, slash), key: clean.slice(slash + 1) }
  const bucket = findBucket(store, source)
  authorize(store, source, bucket, "GetObject")
  const object = findObject(store, bucket, source.key, version)
  if (isUnchanged(call, object, "x-amz-copy-source-")) throw new GatewayError("PreconditionFailed")
  return { bucket, object }
}

const copiedDoc = (store: Store, call: Call, bucket: Bucket, source: StoredObject, replaced: boolean): ObjectDoc => {
  const described = docFromHeaders(store, bucket, call)
  // RGW deletes the tags with the metadata
  const retagged = replaced || header(call, "x-amz-tagging-directive") === "REPLACE"
  return {
    ...source.doc,
    ...(replaced ? { headers: described.headers, meta: described.meta } : {}),
    tags: retagged ? described.tags : source.doc.tags,
    kmsKey: described.kmsKey,
    acl: described.acl,
    // RGW copies neither lock nor checksum
    checksum: undefined,
    retention: described.retention,
    legalHold: described.legalHold
  }
}

/** A copy shares the bytes on disk, so its cost does not depend on the size. */
export const copyObject = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  checkKey(call.key)
  authorize(store, call, bucket, "PutObject")
  const source = copySource(store, call)
  const replaced = header(call, "x-amz-metadata-directive") === "REPLACE"
  const itself = source.bucket.id === bucket.id && source.object.key === call.key && source.object.latest
  if (itself && !replaced) {
    throw new GatewayError(
      "InvalidRequest",
      "This copy request is illegal because it is trying to copy an object to itself without changing the " +
        "object's metadata, " +
        "storage class, website redirect location or encryption attributes."
    )
  }
  const doc = copiedDoc(store, call, bucket, source.object, replaced)
  await commitObject(store, call, bucket, {
    key: call.key,
    size: source.object.size,
    etag: source.object.etag,
    doc,
    parts: await store.blobs.copy(source.object.parts)
  })
  // RGW does not answer the new version.
  return xml(
    document(
      "CopyObjectResult",
      leaf("LastModified", isoTime(Math.floor(Date.now() / 1000) * 1000)),
      leaf("ETag", `"${source.object.etag}"`)
    )
  )
}
