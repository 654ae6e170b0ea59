import { authorize, findBucket } from "./Access.ts"
import { aclXml, cannedAcls } from "./Acl.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { checkRetention } from "./ObjectLock.ts"
import type { ObjectDoc } from "./Objects.ts"
import { findObject } from "./ObjectOps.ts"
import { readText } from "./Payload.ts"
import { empty, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { children, document, leaf, node, parseXml, plainDocument, storedDocument, text } from "./Xml.ts"

const names: Readonly<Record<string, string>> = {
  tagging: "ObjectTagging",
  acl: "ObjectAcl",
  retention: "ObjectRetention",
  "legal-hold": "ObjectLegalHold",
  attributes: "ObjectAttributes"
}
const verbs: Readonly<Record<string, string>> = { GET: "Get", PUT: "Put", DELETE: "Delete" }

export const objectConfigKind = (call: Call): string | undefined => {
  for (const name of call.query.keys()) {
    if (names[name] === undefined) continue
    if (
      call.method === "GET" ||
      (call.method === "PUT" && name !== "attributes") ||
      (call.method === "DELETE" && name === "tagging")
    )
      return name
  }
  return undefined
}

export const objectConfigOp = (call: Call, kind: string): string => `${verbs[call.method] ?? ""}${names[kind] ?? ""}`

const readTags = (body: string): ObjectDoc["tags"] => {
  const tags = children(children(parseXml(body, "Tagging"), "TagSet")[0] ?? {}, "Tag").map(
    (tag) => [text(tag, "Key") ?? "", text(tag, "Value") ?? ""] as const
  )
  if (tags.length > 10 || new Set(tags.map(([name]) => name)).size !== tags.length) throw new GatewayError("InvalidTag")
  return tags
}

export const objectConfig = async (store: Store, call: Call, kind: string): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, objectConfigOp(call, kind))
  const object = findObject(store, bucket, call.key, call.query.get("versionId"))
  const locking = kind === "retention" || kind === "legal-hold"
  if (locking && !bucket.lock) throw new GatewayError("InvalidRequest", "bucket object lock not configured")
  const { doc } = object
  const save = (change: Partial<ObjectDoc>): void => store.objects.setDoc(bucket, object, { ...doc, ...change })
  if (call.method === "GET") {
    switch (kind) {
      case "tagging":
        return xml(
          document(
            "Tagging",
            node("TagSet", ...doc.tags.map(([name, value]) => node("Tag", leaf("Key", name), leaf("Value", value))))
          )
        )
      case "attributes":
        return xml(plainDocument("GetObjectAttributes", leaf("ETag", object.etag), leaf("ObjectSize", object.size)), {
          "last-modified": new Date(object.mtime).toUTCString(),
          ...(object.version === "null" ? {} : { "x-amz-version-id": object.version })
        })
      case "acl":
        return xml(aclXml(store, bucket.owner, doc.acl ?? "private"))
      default: {
        const stored = kind === "retention" ? doc.retention : doc.legalHold
        if (stored === undefined) throw new GatewayError("NoSuchObjectLockConfiguration", "", { status: 404 })
        return xml(storedDocument(stored))
      }
    }
  }
  if (call.method === "DELETE") {
    save({ tags: [] })
    return empty(204, { "content-type": "application/xml" })
  }
  const body = await readText(call)
  switch (kind) {
    case "tagging":
      save({ tags: readTags(body) })
      return empty(200, { "content-type": "application/xml" })
    case "acl": {
      const canned = header(call, "x-amz-acl")
      if (canned !== undefined && !cannedAcls.has(canned)) throw new GatewayError("InvalidArgument")
      if (canned === undefined) parseXml(body, "AccessControlPolicy")
      save({ acl: canned ?? body })
      return empty(200)
    }
    default:
      parseXml(body, kind === "retention" ? "Retention" : "LegalHold")
      if (kind === "retention") checkRetention(call, doc, body)
      save(kind === "retention" ? { retention: body } : { legalHold: body })
      return empty(200)
  }
}
