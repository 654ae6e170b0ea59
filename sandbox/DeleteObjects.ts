import { authorize, findBucket } from "./Access.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { refuseLocked } from "./ObjectLock.ts"
import { readText } from "./Payload.ts"
import { empty, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { children, document, leaf, node, parseXml, text } from "./Xml.ts"

const MAX_KEYS = 1000

/** Too many keys, or a malformed body, is a 400 without a body. */
export const deleteObjects = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  const body = await readText(call)
  if (!/<Delete[\s>/]/.test(body)) return empty(400)
  const request = parseXml(body, "Delete")
  const objects = children(request, "Object")
  if (objects.length === 0 || objects.length > MAX_KEYS) return empty(400)
  const quiet = text(request, "Quiet")?.toLowerCase() === "true"
  const results: Array<string> = []
  for (const object of objects) {
    const key = text(object, "Key") ?? ""
    const given = text(object, "VersionId")
    const version = given === "" ? undefined : given
    const named = [leaf("Key", key), ...(version === undefined ? [] : [leaf("VersionId", version)])]
    try {
      authorize(store, { ...call, key }, bucket, version === undefined ? "DeleteObject" : "DeleteObjectVersion")
      if (version !== undefined) refuseLocked(call, store.objects.find(bucket, key, version))
      const deletion = store.objects.remove(bucket, key, version)
      await store.blobs.remove(deletion.freed)
      const marker = deletion.marker
        ? [leaf("DeleteMarker", true), leaf("DeleteMarkerVersionId", deletion.version ?? "null")]
        : []
      if (!quiet) results.push(node("Deleted", ...named, ...marker))
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause
      results.push(node("Error", ...named, leaf("Code", cause.code), leaf("Message", cause.message)))
    }
  }
  return xml(document("DeleteResult", ...results))
}
