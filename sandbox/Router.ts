import { createHash } from "node:crypto"
import { adminOp, adminOps } from "./AdminOps.ts"
import { authenticate, findBucket, requireOpMask } from "./Access.ts"
import { bucketConfig, configKind, configOp } from "./BucketConfigOps.ts"
import { createBucket, deleteBucket, headBucket } from "./BucketOps.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { copyObject } from "./CopyObject.ts"
import { preflight } from "./Cors.ts"
import { deleteObjects } from "./DeleteObjects.ts"
import { GatewayError } from "./GatewayError.ts"
import { iamOps } from "./IamOps.ts"
import { listObjects, listVersions } from "./ListOps.ts"
import {
  abortUpload,
  completeUpload,
  copyPart,
  createUpload,
  listParts,
  listUploads,
  uploadPart
} from "./MultipartOps.ts"
import { objectConfig, objectConfigKind, objectConfigOp } from "./ObjectConfigOps.ts"
import { deleteObject, getObject, putObject, restoreObject } from "./ObjectOps.ts"
import { readText } from "./Payload.ts"
import { pushEvents } from "./pushEvents.ts"
import { empty, listBuckets, ownUsage } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { topicOps } from "./TopicOps.ts"

const MAX_FORM_BYTES = 524_288

type Names = ReadonlyMap<string, ReadonlySet<string>> | undefined
type Handler = (store: Store, call: Call, names: Names) => Reply | Promise<Reply>
export interface Route {
  readonly op: string
  readonly run: Handler
}

const route = (op: string, run: Handler): Route => ({ op, run })
const notAllowed = (op: string): Route =>
  route(op, () => {
    throw new GatewayError("MethodNotAllowed")
  })

const serviceRoute = (call: Call): Route => {
  if (call.method === "HEAD") return route("HeadService", () => empty(200))
  if (call.method !== "GET") return notAllowed("PostService")
  return call.query.has("usage")
    ? route("GetUsage", ownUsage)
    : route("ListBuckets", (store, one, names) =>
        listBuckets(store, one, names === undefined ? undefined : (names.get(one.principal?.owner ?? "") ?? new Set()))
      )
}

const bucketRoute = (call: Call): Route => {
  const kind = configKind(call)
  if (kind !== undefined) return route(configOp(call, kind), (store, one) => bucketConfig(store, one, kind))
  switch (call.method) {
    case "GET":
      if (call.query.has("versions")) return route("ListObjectVersions", listVersions)
      if (call.query.has("uploads")) return route("ListMultipartUploads", listUploads)
      return route(call.query.get("list-type") === "2" ? "ListObjectsV2" : "ListObjects", listObjects)
    case "HEAD":
      return route("HeadBucket", headBucket)
    case "PUT":
      return route("CreateBucket", createBucket)
    case "DELETE":
      return route("DeleteBucket", deleteBucket)
    case "POST":
      if (call.query.has("delete")) return route("DeleteObjects", deleteObjects)
      if (call.query.has("logging")) {
        return route("PostBucketLogging", (store, one) => {
          findBucket(store, one)
          return empty(200)
        })
      }
      return notAllowed("PostObject")
    default:
      return notAllowed(call.method)
  }
}

/** The sandbox has no SSE-C; as on a gateway without it, such requests are refused. */
const namesCustomerKey = (call: Call): boolean =>
  header(call, "x-amz-server-side-encryption-customer-algorithm") !== undefined

const objectRoute = (call: Call): Route => {
  const { method, query } = call
  if (namesCustomerKey(call)) {
    return route("CustomerKey", () => {
      throw new GatewayError("NotImplemented")
    })
  }
  const uploading = query.has("uploadId")
  const kind = objectConfigKind(call)
  if (kind !== undefined) return route(objectConfigOp(call, kind), (store, one) => objectConfig(store, one, kind))
  switch (method) {
    case "GET":
      return uploading ? route("ListParts", listParts) : route("GetObject", getObject)
    case "HEAD":
      return route("HeadObject", getObject)
    case "PUT": {
      const copying = header(call, "x-amz-copy-source") !== undefined
      if (uploading) return copying ? route("UploadPartCopy", copyPart) : route("UploadPart", uploadPart)
      return copying ? route("CopyObject", copyObject) : route("PutObject", putObject)
    }
    case "POST":
      if (query.has("uploads")) return route("CreateMultipartUpload", createUpload)
      if (uploading) return route("CompleteMultipartUpload", completeUpload)
      if (query.has("restore")) return route("RestoreObject", restoreObject)
      return route("PostObject", () => {
        throw new GatewayError("InvalidArgument")
      })
    case "DELETE":
      return uploading ? route("AbortMultipartUpload", abortUpload) : route("DeleteObject", deleteObject)
    default:
      return notAllowed(method)
  }
}

/** Unknown sub-resources are ignored, as RGW does. */
export const routeOf = (call: Call): Route => {
  if (call.method === "OPTIONS") return route("Preflight", preflight)
  const found =
    call.bucket === "admin"
      ? route(adminOp(call), (store, one, names) => adminOps(store, one, names?.get("")))
      : call.bucket === ""
        ? serviceRoute(call)
        : call.key === ""
          ? bucketRoute(call)
          : objectRoute(call)
  return {
    op: found.op,
    run: async (store, one, names) => {
      const form = found.op === "PostService" ? await readText(one, MAX_FORM_BYTES) : ""
      if (form !== "") one.payloadHash = createHash("sha256").update(form).digest("hex")
      authenticate(store, one)
      if (found.op === "PostService") return iamOps(store, one, form) ?? topicOps(store, one, form)
      if (one.bucket !== "admin") requireOpMask(one)
      const reply = await found.run(store, one, names)
      await pushEvents(store, one, found.op, reply)
      return reply
    }
  }
}
