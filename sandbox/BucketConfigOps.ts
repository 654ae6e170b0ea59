import { randomBytes } from "node:crypto"
import { authorize, findBucket } from "./Access.ts"
import { aclXml, cannedAcls } from "./Acl.ts"
import type { Bucket } from "./Buckets.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { checkAcl, checkObjectLock, checkWebsite, loggingXml } from "./configChecks.ts"
import { GatewayError } from "./GatewayError.ts"
import { deleteNotification, putNotification } from "./NotificationOps.ts"
import { readText } from "./Payload.ts"
import { admitsLogging, checkPolicy, isPublic, readPolicy } from "./Policy.ts"
import { empty, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { children, document, leaf, parseXml, storedDocument, text, texts, type XmlElement } from "./Xml.ts"

interface Kind {
  readonly root: string
  /** Code and message of the 404 when missing, or the root of an empty document. */
  readonly absent: readonly [code: string, message: string] | string
  readonly op: string
  readonly deleted?: number
}

const kinds: Readonly<Record<string, Kind>> = {
  cors: { root: "CORSConfiguration", absent: ["NoSuchCORSConfiguration", ""], op: "BucketCors", deleted: 204 },
  lifecycle: {
    root: "LifecycleConfiguration",
    absent: ["NoSuchLifecycleConfiguration", ""],
    op: "BucketLifecycleConfiguration",
    deleted: 204
  },
  tagging: { root: "Tagging", absent: ["NoSuchTagSet", ""], op: "BucketTagging", deleted: 204 },
  publicAccessBlock: {
    root: "PublicAccessBlockConfiguration",
    absent: ["NoSuchPublicAccessBlockConfiguration", "The public access block configuration was not found"],
    op: "PublicAccessBlock",
    deleted: 204
  },
  encryption: {
    root: "ServerSideEncryptionConfiguration",
    absent: [
      "ServerSideEncryptionConfigurationNotFoundError",
      "The server side encryption configuration was not found"
    ],
    op: "BucketEncryption",
    deleted: 204
  },
  website: {
    root: "WebsiteConfiguration",
    absent: ["NoSuchWebsiteConfiguration", ""],
    op: "BucketWebsite",
    deleted: 204
  },
  "object-lock": {
    root: "ObjectLockConfiguration",
    absent: ["ObjectLockConfigurationNotFoundError", ""],
    op: "ObjectLockConfiguration"
  },
  logging: { root: "BucketLoggingStatus", absent: "BucketLoggingStatus", op: "BucketLogging" },
  notification: {
    root: "NotificationConfiguration",
    absent: "NotificationConfiguration",
    op: "BucketNotificationConfiguration",
    deleted: 200
  },
  requestPayment: {
    root: "RequestPaymentConfiguration",
    absent: "RequestPaymentConfiguration",
    op: "BucketRequestPayment"
  },
  versioning: { root: "VersioningConfiguration", absent: "VersioningConfiguration", op: "BucketVersioning" },
  policy: {
    root: "",
    absent: ["NoSuchBucketPolicy", "The bucket policy does not exist"],
    op: "BucketPolicy",
    deleted: 204
  },
  policyStatus: { root: "", absent: "PolicyStatus", op: "BucketPolicyStatus" },
  acl: { root: "AccessControlPolicy", absent: "AccessControlPolicy", op: "BucketAcl" },
  replication: {
    root: "ReplicationConfiguration",
    absent: "ReplicationConfiguration",
    op: "BucketReplication",
    deleted: 200
  },
  location: { root: "LocationConstraint", absent: "LocationConstraint", op: "BucketLocation" }
}

const readable = new Set(Object.keys(kinds))
const writable = new Set([...readable].filter((kind) => kind !== "location" && kind !== "policyStatus"))
const verbs: Readonly<Record<string, string>> = { GET: "Get", PUT: "Put", DELETE: "Delete" }

/** RGW ignores an unsupported sub-resource: a DELETE of one deletes the bucket. */
export const configKind = (call: Call): string | undefined => {
  for (const name of call.query.keys()) {
    if (call.method === "GET" && readable.has(name)) return name
    if (call.method === "PUT" && writable.has(name)) return name
    if (call.method === "DELETE" && kinds[name]?.deleted !== undefined) return name
  }
  return undefined
}

export const configOp = (call: Call, kind: string): string => `${verbs[call.method] ?? ""}${kinds[kind]?.op ?? ""}`

const getConfig = (store: Store, call: Call, bucket: Bucket, kind: string, rule: Kind): Reply => {
  const stored = store.buckets.config(bucket.id, kind)
  if (kind === "versioning") {
    return xml(
      document(
        "VersioningConfiguration",
        ...(bucket.versioning === "off"
          ? []
          : [leaf("Status", bucket.versioning === "enabled" ? "Enabled" : "Suspended"), leaf("MfaDelete", "Disabled")])
      )
    )
  }
  if (kind === "location")
    return xml(document("LocationConstraint", "default"), { "x-rgw-bucket-placement-target": "default-placement" })
  if (kind === "policyStatus") {
    const policy = store.buckets.config(bucket.id, "policy")
    return xml(document("PolicyStatus", leaf("IsPublic", policy !== undefined && isPublic(readPolicy(policy)))))
  }
  if (kind === "acl") return xml(aclXml(store, bucket.owner, stored ?? "private"))
  if (kind === "replication") return xml(document("ReplicationConfiguration", leaf("Role", "")))
  if (kind === "object-lock" && stored === undefined && bucket.lock) {
    return xml(
      storedDocument(
        "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>"
      )
    )
  }
  if (kind === "notification") return xml(stored ?? "<NotificationConfiguration></NotificationConfiguration>")
  if (stored !== undefined) {
    if (kind === "cors") return xml(storedDocument(stored).replace(/^<\?xml[^>]*\?>/, ""))
    return kind === "policy"
      ? { status: 200, body: stored, headers: { "content-type": "application/json" } }
      : xml(storedDocument(stored))
  }
  if (kind === "requestPayment") return xml(document("RequestPaymentConfiguration", leaf("Payer", "BucketOwner")))
  if (typeof rule.absent === "string") return xml(document(rule.absent))
  // RGW writes more bytes than announced here; only a fault does, since it breaks the connection.
  throw new GatewayError(rule.absent[0], rule.absent[1])
}

const checkLifecycle = (body: string): string => {
  const rules = children(parseXml(body, "LifecycleConfiguration"), "Rule")
  const actions = [
    "Expiration",
    "Transition",
    "NoncurrentVersionExpiration",
    "NoncurrentVersionTransition",
    "AbortIncompleteMultipartUpload"
  ]
  if (rules.length === 0 || rules.some((rule) => !actions.some((action) => rule[action] !== undefined)))
    throw new GatewayError("MalformedXML")
  const ids = rules.flatMap((rule) => text(rule, "ID") ?? [])
  if (new Set(ids).size !== ids.length) throw new GatewayError("InvalidArgument")
  return body.replace(/<Rule>(?:(?!<\/Rule>)[^])*<\/Rule>/g, (rule) =>
    /<ID>/.test(rule) ? rule : rule.replace("<Rule>", `<Rule><ID>${randomBytes(24).toString("hex")}</ID>`)
  )
}

const corsMethods = new Set(["GET", "PUT", "HEAD", "POST", "DELETE", "COPY"])
const checkCors = (rules: ReadonlyArray<XmlElement>): void => {
  const bad = rules.some(
    (rule) =>
      texts(rule, "AllowedOrigin").length === 0 ||
      texts(rule, "AllowedMethod").length === 0 ||
      texts(rule, "AllowedMethod").some((method) => !corsMethods.has(method))
  )
  if (rules.length === 0 || bad) throw new GatewayError("MalformedXML")
}

const blocks = (store: Store, bucket: Bucket, switchName: string): boolean => {
  const stored = store.buckets.config(bucket.id, "publicAccessBlock")
  return (
    stored !== undefined &&
    text(parseXml(stored, "PublicAccessBlockConfiguration"), switchName)?.toLowerCase() === "true"
  )
}

const putVersioning = (store: Store, bucket: Bucket, body: string): Reply => {
  const status = text(parseXml(body, "VersioningConfiguration"), "Status")
  if (status !== "Enabled" && status !== "Suspended") throw new GatewayError("MalformedXML")
  if (status === "Suspended" && bucket.lock) {
    throw new GatewayError(
      "InvalidBucketState",
      "bucket versioning cannot be disabled on buckets with object lock enabled"
    )
  }
  store.buckets.update(bucket.id, { versioning: status === "Enabled" ? "enabled" : "suspended" })
  return empty(200, { "content-type": "application/xml" })
}

const putPolicy = (store: Store, bucket: Bucket, body: string): Reply => {
  const policy = checkPolicy(body)
  if (isPublic(policy) && blocks(store, bucket, "BlockPublicPolicy")) throw new GatewayError("AccessDenied")
  store.buckets.setConfig(bucket.id, "policy", body)
  return empty(204)
}

const putAcl = (store: Store, call: Call, bucket: Bucket, body: string): Reply => {
  const canned = header(call, "x-amz-acl")
  if (canned !== undefined && !cannedAcls.has(canned)) throw new GatewayError("InvalidArgument")
  if (canned === undefined) checkAcl(store, bucket, body)
  const open = canned?.startsWith("public-") ?? body.includes("/groups/global/AllUsers")
  if (open && blocks(store, bucket, "BlockPublicAcls")) throw new GatewayError("AccessDenied")
  store.buckets.setConfig(bucket.id, "acl", canned ?? body)
  return empty(200)
}

const putLogging = (store: Store, bucket: Bucket, body: string): Reply => {
  const target = children(parseXml(body, "BucketLoggingStatus"), "LoggingEnabled")[0]
  if (target === undefined) {
    store.buckets.removeConfig(bucket.id, "logging")
    return empty(200)
  }
  const named = store.buckets.byName(bucket.tenant, text(target, "TargetBucket") ?? "")
  if (named === undefined) throw new GatewayError("NoSuchKey")
  const policy = store.buckets.config(named.id, "policy")
  if (policy === undefined || !admitsLogging(readPolicy(policy))) throw new GatewayError("AccessDenied")
  const filter = /<Filter>(?:(?!<\/Filter>)[^])*<\/Filter>/.exec(body)?.[0] ?? ""
  store.buckets.setConfig(bucket.id, "logging", document("BucketLoggingStatus", loggingXml(target, filter)))
  return empty(200)
}

const putConfig = async (store: Store, call: Call, bucket: Bucket, kind: string, rule: Kind): Promise<Reply> => {
  const body = await readText(call)
  switch (kind) {
    case "versioning":
      return putVersioning(store, bucket, body)
    case "policy":
      return putPolicy(store, bucket, body)
    case "acl":
      return putAcl(store, call, bucket, body)
    case "logging":
      return putLogging(store, bucket, body)
    case "notification":
      return putNotification(store, bucket, body)
    case "replication":
      throw new GatewayError("MethodNotAllowed")
    case "lifecycle":
      store.buckets.setConfig(bucket.id, kind, checkLifecycle(body))
      return empty(200)
    case "object-lock":
      if (bucket.versioning !== "enabled") {
        throw new GatewayError(
          "InvalidBucketState",
          "Object lock cannot be enabled unless the bucket has versioning enabled"
        )
      }
  }
  const parsed = parseXml(body, rule.root)
  if (kind === "object-lock") {
    checkObjectLock(parsed)
    store.buckets.update(bucket.id, { lock: true })
  }
  if (kind === "website") checkWebsite(parsed)
  if (kind === "cors") checkCors(children(parsed, "CORSRule"))
  if (kind === "tagging" && children(children(parsed, "TagSet")[0] ?? {}, "Tag").length > 50)
    throw new GatewayError("InvalidTag")
  store.buckets.setConfig(bucket.id, kind, body)
  return empty(200)
}

export const bucketConfig = async (store: Store, call: Call, kind: string): Promise<Reply> => {
  const rule = kinds[kind]
  if (rule === undefined) throw new GatewayError("InternalError")
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, configOp(call, kind))
  if (call.method === "GET") return getConfig(store, call, bucket, kind, rule)
  if (call.method === "PUT") return await putConfig(store, call, bucket, kind, rule)
  if (kind === "notification") return deleteNotification(store, call, bucket)
  store.buckets.removeConfig(bucket.id, kind)
  return empty(rule.deleted ?? 204)
}
