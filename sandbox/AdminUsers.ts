import { adminCaps } from "./AdminCaps.ts"
import { adminKeys, keysJson } from "./AdminKeys.ts"
import { flag, integer, json, microTime, requiredQuery } from "./AdminReply.ts"
import { adminUserQuota } from "./AdminUserQuota.ts"
import type { Call, Reply } from "./Call.ts"
import { findUser } from "./findUser.ts"
import { GatewayError } from "./GatewayError.ts"
import { hashPage } from "./HashOrder.ts"
import { quotaJson } from "./Quota.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { type AccessKey, defaultUser, newAccessKey, newSecret, OPERATION_TYPES, splitUid, type User } from "./Users.ts"

export const userJson = (user: User, keys: ReadonlyArray<AccessKey>) => {
  const { name, tenant } = splitUid(user.uid)
  return {
    full_user_id: user.uid,
    tenant,
    user_id: name,
    display_name: user.display_name,
    email: user.email,
    suspended: user.suspended ? 1 : 0,
    max_buckets: user.max_buckets,
    subusers: [],
    keys: keysJson(keys),
    swift_keys: [],
    caps: user.caps,
    op_mask: (user.op_mask ?? OPERATION_TYPES).join(", ") || "<none>",
    system: false,
    admin: false,
    default_placement: user.default_placement ?? "",
    default_storage_class: "",
    placement_tags: [],
    bucket_quota: quotaJson(user.bucket_quota),
    user_quota: quotaJson(user.user_quota),
    temp_url_keys: [],
    type: user.root ? "root" : "rgw",
    mfa_ids: [],
    account_id: user.account,
    path: user.path,
    create_date: microTime(user.created),
    tags: [],
    group_ids: []
  }
}

const answer = (store: Store, user: User): Reply => json(userJson(user, store.users.keysOf(user.uid)))

const get = (store: Store, call: Call): Reply => {
  const accessKey = call.query.get("access-key")
  const owner = accessKey === undefined ? undefined : store.users.key(accessKey)
  if (accessKey !== undefined && owner === undefined) throw new GatewayError("NoSuchUser")
  const user = owner === undefined ? findUser(store, call) : store.users.byUid(owner.uid)
  if (user === undefined) throw new GatewayError("NoSuchUser")
  const shown = userJson(user, store.users.keysOf(user.uid))
  if (flag(call, "stats") !== true) return json(shown)
  const used = store.buckets.usageOf(user.account === "" ? user.uid : user.account)
  return json({
    ...shown,
    stats: {
      size: used.size,
      size_actual: used.sizeActual,
      size_utilized: 0,
      size_kb: Math.ceil(used.size / 1024),
      size_kb_actual: Math.ceil(used.sizeActual / 1024),
      size_kb_utilized: 0,
      num_objects: used.objects
    }
  })
}

const saveNewKey = (store: Store, call: Call, uid: string): void => {
  const accessKey = call.query.get("access-key") ?? newAccessKey()
  const known = store.users.key(accessKey)
  if (known !== undefined && known.uid !== uid) throw new GatewayError("KeyExists")
  store.users.saveKey({
    access_key: accessKey,
    uid,
    secret: call.query.get("secret-key") ?? newSecret(),
    active: flag(call, "active") ?? true
  })
}

const checkMembership = (store: Store, uid: string, accountId: string, displayName: string): void => {
  if (store.accounts.byId(accountId) === undefined) throw new GatewayError("NoSuchKey")
  if (!/^[\w+=,.@-]{1,64}$/.test(displayName)) throw new GatewayError("InvalidArgument")
  const namesake = store.users.ofAccount(accountId).find((user) => user.display_name === displayName)
  if (namesake !== undefined && namesake.uid !== uid) throw new GatewayError("UserAlreadyExists")
}

const opMask = (call: Call): Pick<User, "op_mask"> => {
  const text = call.query.get("op-mask") ?? ""
  if (text === "") return {}
  const types = text.split(/[,\s]+/u)
  if (!types.every((type) => ["*", "none", "<none>", ...OPERATION_TYPES].includes(type)))
    throw new GatewayError("InvalidArgument")
  return { op_mask: OPERATION_TYPES.filter((type) => types.includes(type) || types.includes("*")) }
}

/** The storage class of a placement target cannot be named, as in RGW. */
const defaultPlacement = (call: Call): Pick<User, "default_placement"> => {
  const name = call.query.get("default-placement") ?? ""
  if (name === "") return {}
  if (name !== "default-placement") throw new GatewayError("InvalidArgument")
  return { default_placement: name }
}

const create = (store: Store, call: Call): Reply => {
  const given = requiredQuery(call, "uid")
  const tenant = call.query.get("tenant") ?? ""
  const uid = tenant === "" || given.includes("$") ? given : `${tenant}$${given}`
  const displayName = requiredQuery(call, "display-name")
  const account = call.query.get("account-id") ?? ""
  const email = call.query.get("email") ?? ""
  if (account !== "") checkMembership(store, uid, account, displayName)
  if (store.users.byUid(uid) !== undefined) throw new GatewayError("UserAlreadyExists")
  if (email !== "" && store.users.byEmail(email) !== undefined) throw new GatewayError("EmailExists")
  const accessKey = call.query.get("access-key")
  if (accessKey !== undefined && store.users.key(accessKey) !== undefined) throw new GatewayError("KeyExists")
  const user = store.users.save({
    ...defaultUser,
    uid,
    account,
    email,
    display_name: displayName,
    suspended: flag(call, "suspended") ?? false,
    max_buckets: integer(call, "max-buckets") ?? 1000,
    ...opMask(call),
    ...defaultPlacement(call),
    root: account !== "" && flag(call, "account-root") === true,
    created: Date.now()
  })
  if (flag(call, "generate-key") !== false) saveNewKey(store, call, uid)
  return answer(store, user)
}

const modify = (store: Store, call: Call): Reply => {
  const user = findUser(store, call)
  const email = call.query.get("email") ?? user.email
  const other = email === "" ? undefined : store.users.byEmail(email)
  if (other !== undefined && other.uid !== user.uid) throw new GatewayError("EmailExists")
  const account = call.query.get("account-id") ?? user.account
  const displayName = call.query.get("display-name") ?? user.display_name
  if (account !== "") checkMembership(store, user.uid, account, displayName)
  if (call.query.get("access-key") !== undefined) saveNewKey(store, call, user.uid)
  return answer(
    store,
    store.users.save({
      ...user,
      account,
      email,
      display_name: displayName,
      suspended: flag(call, "suspended") ?? user.suspended,
      max_buckets: integer(call, "max-buckets") ?? user.max_buckets,
      ...opMask(call),
      ...defaultPlacement(call),
      root: flag(call, "account-root") ?? user.root
    })
  )
}

const remove = (store: Store, call: Call): Reply => {
  const user = findUser(store, call)
  // RGW's code for a user that still has buckets.
  if (user.account === "" && store.buckets.countOf(user.uid) > 0) throw new GatewayError("BucketAlreadyExists")
  store.users.remove(user.uid)
  return empty(200)
}

const list = (store: Store, call: Call): Reply => {
  const limit = integer(call, "max-entries") ?? 1000
  return json(hashPage(store.users.uids(), call.query.get("marker") ?? "", limit))
}

export const adminUser = async (store: Store, call: Call): Promise<Reply> => {
  if (call.query.has("key")) return adminKeys(store, call)
  if (call.query.has("quota")) return await adminUserQuota(store, call)
  if (call.query.has("caps")) return adminCaps(store, call)
  if (call.query.has("subuser")) throw new GatewayError("NotImplemented")
  switch (call.method) {
    case "GET":
      return call.query.has("list") ? list(store, call) : get(store, call)
    case "PUT":
      return create(store, call)
    case "POST":
      return modify(store, call)
    case "DELETE":
      return remove(store, call)
    default:
      throw new GatewayError("MethodNotAllowed")
  }
}
