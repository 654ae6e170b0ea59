import { ownerName } from "./Access.ts"
import { flag, integer, json, microTime, requiredQuery } from "./AdminReply.ts"
import type { Bucket } from "./Buckets.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { hashOrder } from "./HashOrder.ts"
import { changedQuota, quotaJson } from "./Quota.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { splitUid } from "./Users.ts"

export const bucketId = (store: Store, bucket: Bucket): string => `${store.identity("zone")}.4109.${bucket.id}`

const sizes = (size: number, actual: number, utilized: number, objects: number) => ({
  size,
  size_actual: actual,
  size_utilized: utilized,
  size_kb: Math.ceil(size / 1024),
  size_kb_actual: Math.ceil(actual / 1024),
  size_kb_utilized: Math.ceil(utilized / 1024),
  num_objects: objects
})

/** Parts of pending uploads count as objects; an untouched bucket has no usage. */
const usageJson = (store: Store, bucket: Bucket) => {
  const pending = store.buckets.pending(bucket.id)
  const objects = bucket.objects + pending.parts
  const size = bucket.size + pending.size
  return {
    ...(objects === 0 ? {} : { "rgw.main": sizes(size, bucket.sizeActual + pending.sizeActual, size, objects) }),
    ...(pending.uploads === 0 ? {} : { "rgw.multimeta": sizes(0, 0, 69 * pending.uploads, pending.uploads) })
  }
}

export const bucketJson = (store: Store, bucket: Bucket) => {
  const id = bucketId(store, bucket)
  return {
    bucket: bucket.name,
    tenant: bucket.tenant,
    versioning: bucket.versioning,
    zonegroup: store.identity("zonegroup"),
    placement_rule: "default-placement",
    explicit_placement: { data_pool: "", data_extra_pool: "", index_pool: "" },
    id,
    marker: id,
    index_type: "Normal",
    index_generation: 0,
    reshard_status: "None",
    judge_reshard_lock_time: "0.000000",
    object_lock_enabled: bucket.lock,
    mfa_enabled: false,
    owner: bucket.owner,
    num_shards: 1,
    ver: "0#1",
    master_ver: "0#0",
    max_marker: "0#",
    usage: usageJson(store, bucket),
    mtime: microTime(bucket.mtime),
    creation_time: microTime(bucket.created),
    bucket_quota: quotaJson(bucket.quota),
    read_tracker: bucket.tracker
  }
}

export const fullName = (bucket: Bucket): string =>
  bucket.tenant === "" ? bucket.name : `${bucket.tenant}/${bucket.name}`

export const bucketNames = (store: Store): ReadonlyArray<string> => hashOrder(store.buckets.all().map(fullName))

export const findBucketByName = (store: Store, name: string, tenant = ""): Bucket => {
  const slash = name.indexOf("/")
  const bucket =
    slash < 0 ? store.buckets.byName(tenant, name) : store.buckets.byName(name.slice(0, slash), name.slice(slash + 1))
  if (bucket === undefined) throw new GatewayError("NoSuchBucket")
  return bucket
}

/** An account id or unknown uid gets an empty body, which is not JSON. */
const listOf = (store: Store, call: Call, uid: string, stats: boolean): Reply => {
  const user = store.users.byUid(uid)
  if (user === undefined) return empty(200)
  const owner = user.account === "" ? user.uid : user.account
  const show = (bucket: Bucket) => (stats ? bucketJson(store, bucket) : bucket.name)
  const limit = integer(call, "max-entries")
  if (limit === undefined || limit === 0)
    return json(store.buckets.ownedBy(owner, call.query.get("marker") ?? "").map(show))
  const found = store.buckets.ownedBy(owner, call.query.get("marker") ?? "", limit + 1)
  const page = found.slice(0, limit)
  const truncated = found.length > limit
  return json({
    buckets: page.map(show),
    truncated,
    count: page.length,
    ...(truncated ? { marker: page.at(-1)?.name ?? "" } : {})
  })
}

const aclJson = (store: Store, bucket: Bucket) => {
  const owner = { id: bucket.owner, name: ownerName(store, bucket.owner) }
  return {
    acl: {
      acl_user_map: [{ user: owner.id, acl: 15 }],
      acl_group_map: [],
      grant_map: [
        { id: owner.id, grant: { type: { type: 0 }, id: owner.id, name: owner.name, permission: { flags: 15 } } }
      ]
    },
    owner: { id: owner.id, display_name: owner.name }
  }
}

const get = (store: Store, call: Call, names: ReadonlySet<string> | undefined): Reply => {
  const named = call.query.get("bucket")
  if (named !== undefined && named !== "") {
    const bucket = findBucketByName(store, named)
    if (call.query.has("policy")) return json(aclJson(store, bucket))
    if (call.query.has("index")) {
      const header = { usage: usageJson(store, bucket) }
      return json({
        invalid_multipart_entries: [],
        check_result: { existing_header: header, calculated_header: header }
      })
    }
    return json(bucketJson(store, bucket))
  }
  const stats = flag(call, "stats") === true
  const uid = call.query.get("uid")
  if (uid !== undefined && uid !== "") return listOf(store, call, uid, stats)
  // Without a uid nothing is paged.
  if (names !== undefined && !stats) return json(hashOrder([...names]))
  const all = new Map(store.buckets.all().map((bucket) => [fullName(bucket), bucket]))
  return json(
    hashOrder([...all.keys()]).map((name) => {
      const bucket = all.get(name)
      return stats && bucket !== undefined ? bucketJson(store, bucket) : name
    })
  )
}

const setQuota = (store: Store, call: Call): Reply => {
  // Any existing user is accepted, and the bucket is looked up in its tenant.
  const user = store.users.byUid(requiredQuery(call, "uid"))
  if (user === undefined) throw new GatewayError("NoSuchUser")
  const bucket = findBucketByName(store, requiredQuery(call, "bucket"), splitUid(user.uid).tenant)
  store.buckets.update(bucket.id, { quota: changedQuota(bucket.quota, call.query, { kilobytes: true }) })
  return empty(200)
}

const link = (store: Store, call: Call): Reply => {
  const bucket = findBucketByName(store, requiredQuery(call, "bucket"))
  const given = call.query.get("bucket-id")
  if (given !== undefined && given !== bucketId(store, bucket)) throw new GatewayError("NoSuchKey")
  const accountId = call.query.get("account-id")
  const user = accountId === undefined ? store.users.byUid(requiredQuery(call, "uid")) : undefined
  if (accountId === undefined ? user === undefined : store.accounts.byId(accountId) === undefined)
    throw new GatewayError("NoSuchKey")
  if (user !== undefined && user.account !== "") throw new GatewayError("InvalidArgument")
  if (user !== undefined && splitUid(user.uid).tenant !== bucket.tenant) throw new GatewayError("InvalidArgument")
  const name = call.query.get("new-bucket-name")
  if (name !== undefined && store.buckets.byName(bucket.tenant, name) !== undefined)
    throw new GatewayError("BucketAlreadyExists")
  store.buckets.update(bucket.id, {
    owner: accountId ?? user?.uid ?? bucket.owner,
    ...(name === undefined ? {} : { name })
  })
  return empty(200)
}

const remove = async (store: Store, call: Call): Promise<Reply> => {
  const bucket = findBucketByName(store, requiredQuery(call, "bucket"))
  const object = call.query.get("object")
  if (object !== undefined) {
    await store.blobs.remove(store.objects.remove(bucket, object, undefined).freed)
    return empty(200)
  }
  if (flag(call, "purge-objects") !== true && !store.buckets.isEmpty(bucket.id))
    throw new GatewayError("BucketNotEmpty")
  await store.blobs.remove(store.buckets.remove(bucket.id))
  return empty(200)
}

export const adminBucket = async (store: Store, call: Call, names: ReadonlySet<string> | undefined): Promise<Reply> => {
  switch (call.method) {
    case "GET":
      return get(store, call, names)
    case "PUT":
      if (call.query.has("sync")) return empty(200)
      return call.query.has("quota") ? setQuota(store, call) : link(store, call)
    case "POST":
      findBucketByName(store, requiredQuery(call, "bucket"))
      return empty(200)
    case "DELETE":
      return await remove(store, call)
    default:
      throw new GatewayError("MethodNotAllowed")
  }
}
