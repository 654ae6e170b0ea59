import { authorize, findBucket, signedIn } from "./Access.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { readText } from "./Payload.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { parseXml, text } from "./Xml.ts"

const checkName = (name: string): void => {
  const valid =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !name.includes("..") &&
    !name.includes(".-") &&
    !name.includes("-.") &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name)
  if (!valid) throw new GatewayError("InvalidBucketName")
}

const checkLocation = async (call: Call): Promise<void> => {
  const body = await readText(call)
  if (body.trim() === "") return
  if (!/<CreateBucketConfiguration[\s>/]/.test(body)) {
    throw new GatewayError("InvalidArgument", "Missing required element CreateBucketConfiguration")
  }
  const location = text(parseXml(body, "CreateBucketConfiguration"), "LocationConstraint")
  if (location !== undefined && location !== "" && location !== "default") {
    throw new GatewayError(
      "IllegalLocationConstraintException",
      `The ${location} location constraint is incompatible for the region specific endpoint this request was sent to.`
    )
  }
}

const checkLimit = (store: Store, owner: string): void => {
  const limit = store.accounts.byId(owner)?.max_buckets ?? store.users.byUid(owner)?.max_buckets ?? 1000
  if (limit < 0) throw new GatewayError("AccessDenied")
  if (limit > 0 && store.buckets.countOf(owner) >= limit) throw new GatewayError("TooManyBuckets")
}

export const createBucket = async (store: Store, call: Call): Promise<Reply> => {
  const principal = signedIn(call)
  const tenant = call.tenant ?? principal.tenant
  checkName(call.bucket)
  await checkLocation(call)
  const existing = store.buckets.byName(tenant, call.bucket)
  if (existing !== undefined) {
    if (existing.owner === principal.owner) return empty(200)
    throw new GatewayError("BucketAlreadyExists", "Cannot modify existing access control policy")
  }
  checkLimit(store, principal.owner)
  store.buckets.create({
    tenant,
    name: call.bucket,
    owner: principal.owner,
    lock: header(call, "x-amz-bucket-object-lock-enabled")?.toLowerCase() === "true"
  })
  const acl = header(call, "x-amz-acl")
  if (acl !== undefined) store.buckets.setConfig(findBucket(store, call).id, "acl", acl)
  return empty(200)
}

export const deleteBucket = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "DeleteBucket")
  if (!store.buckets.isEmpty(bucket.id)) throw new GatewayError("BucketNotEmpty")
  // Pending uploads do not keep a bucket.
  await store.blobs.remove(store.buckets.remove(bucket.id))
  return empty(204)
}

export const headBucket = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "ListBucket")
  if (call.query.get("read-stats") !== "true") return empty(200)
  const pending = store.buckets.pending(bucket.id)
  const quota: Record<string, string> = {}
  if (bucket.quota.enabled) {
    quota["x-rgw-quota-bucket-size"] = String(bucket.quota.max_size)
    quota["x-rgw-quota-bucket-objects"] = String(bucket.quota.max_objects)
  }
  return empty(200, {
    "x-rgw-object-count": String(bucket.objects + pending.parts + pending.uploads),
    "x-rgw-bytes-used": String(bucket.size + pending.size),
    ...quota,
    "x-rgw-quota-max-buckets": String(
      store.accounts.byId(bucket.owner)?.max_buckets ?? store.users.byUid(bucket.owner)?.max_buckets ?? 1000
    )
  })
}
