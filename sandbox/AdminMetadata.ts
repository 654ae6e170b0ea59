import { accountJson } from "./AdminAccounts.ts"
import { bucketId, bucketNames, findBucketByName, fullName } from "./AdminBuckets.ts"
import { integer, json, microTime } from "./AdminReply.ts"
import { userJson } from "./AdminUsers.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { hashOrder, hashPage } from "./HashOrder.ts"
import { quotaJson } from "./Quota.ts"
import type { Store } from "./Store.ts"

const typed = { "content-type": "application/json" }
const sections = ["account", "bucket", "bucket.instance", "group", "otp", "roles", "topic", "user"]

const keysOf = (store: Store, section: string): ReadonlyArray<string> => {
  switch (section) {
    case "account":
      return store.accounts.ids()
    case "user":
      return store.users.uids()
    case "bucket":
      return bucketNames(store)
    case "bucket.instance":
      return store.buckets.all().map((bucket) => `${fullName(bucket)}:${bucketId(store, bucket)}`)
    default:
      return []
  }
}

const entry = (key: string, mtime: number, data: unknown): Reply =>
  json(
    {
      key,
      ver: { tag: `_${Buffer.from(key).toString("base64url").slice(0, 23)}`, ver: 1 },
      mtime: microTime(mtime),
      data
    },
    typed
  )

const bucketEntry = (store: Store, name: string) => {
  const bucket = findBucketByName(store, name)
  const id = bucketId(store, bucket)
  const named = {
    name: bucket.name,
    marker: id,
    bucket_id: id,
    tenant: bucket.tenant,
    explicit_placement: { data_pool: "", data_extra_pool: "", index_pool: "" }
  }
  return { bucket, named }
}

const one = (store: Store, section: string, key: string): Reply => {
  switch (section) {
    case "account": {
      const account = store.accounts.byId(key)
      if (account === undefined) break
      return entry(`account:${key}`, account.mtime, { ...accountJson(account), attrs: [] })
    }
    case "user": {
      const user = store.users.byUid(key)
      if (user === undefined) break
      const { full_user_id, tenant, system, admin, keys, ...shown } = userJson(user, [])
      const dated = store.users.keysOf(key).map((one) => ({
        user: one.uid,
        access_key: one.access_key,
        secret_key: one.secret,
        active: one.active,
        create_date: microTime(one.created)
      }))
      return entry(`user:${key}`, user.mtime, { ...shown, keys: dated, attrs: [] })
    }
    case "bucket": {
      const { bucket, named } = bucketEntry(store, key)
      return entry(`bucket:${key}`, bucket.mtime, {
        bucket: named,
        owner: bucket.owner,
        creation_time: microTime(bucket.created),
        linked: true,
        has_bucket_info: false
      })
    }
    case "bucket.instance": {
      const { bucket, named } = bucketEntry(store, key.split(":")[0] ?? "")
      return entry(`bucket.instance:${key}`, bucket.mtime, {
        bucket_info: {
          bucket: named,
          creation_time: microTime(bucket.created),
          owner: bucket.owner,
          flags: 0,
          zonegroup: store.identity("zonegroup"),
          placement_rule: "default-placement",
          has_instance_obj: false,
          quota: quotaJson(bucket.quota),
          num_shards: 1
        },
        attrs: []
      })
    }
  }
  throw new GatewayError("NoSuchKey")
}

export const adminMetadata = (store: Store, call: Call, section: string): Reply => {
  if (call.method !== "GET") throw new GatewayError("NotImplemented")
  if (section === "") return json(sections, typed)
  if (!sections.includes(section)) throw new GatewayError("NoSuchKey")
  const key = call.query.get("key")
  if (key !== undefined) return one(store, section, key)
  const limit = integer(call, "max-entries")
  const keys = keysOf(store, section)
  return json(limit === undefined ? hashOrder(keys) : hashPage(keys, call.query.get("marker") ?? "", limit), typed)
}
