import { type Account, defaultAccount, newAccountId } from "./Accounts.ts"
import { flag, integer, json, requiredQuery } from "./AdminReply.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { changedQuota, quotaJson } from "./Quota.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"

export const accountJson = (account: Account) => ({
  id: account.id,
  tenant: account.tenant,
  name: account.name,
  email: account.email,
  quota: quotaJson(account.quota),
  bucket_quota: quotaJson(account.bucket_quota),
  max_users: account.max_users,
  max_roles: account.max_roles,
  max_groups: account.max_groups,
  max_buckets: account.max_buckets,
  max_access_keys: account.max_access_keys
})

const find = (store: Store, call: Call): Account => {
  const id = call.query.get("id")
  const name = call.query.get("name")
  if ((id ?? "") === "" && (name ?? "") === "") {
    throw new GatewayError("InvalidArgument", "requires --account-id or --account-name or --email")
  }
  const account =
    (id ?? "") === ""
      ? store.accounts.byName(name ?? "", call.query.get("tenant") ?? "")
      : store.accounts.byId(id ?? "")
  if (account === undefined) throw new GatewayError("NoSuchKey")
  return account
}

const limits = (call: Call, before: typeof defaultAccount): typeof defaultAccount => ({
  ...before,
  max_users: integer(call, "max-users") ?? before.max_users,
  max_roles: integer(call, "max-roles") ?? before.max_roles,
  max_groups: integer(call, "max-groups") ?? before.max_groups,
  max_buckets: integer(call, "max-buckets") ?? before.max_buckets,
  max_access_keys: integer(call, "max-access-keys") ?? before.max_access_keys
})

const create = (store: Store, call: Call): Reply => {
  const id = call.query.get("id") ?? newAccountId()
  const name = call.query.get("name") ?? ""
  const email = call.query.get("email") ?? ""
  const tenant = call.query.get("tenant") ?? ""
  if (id.length !== 20) throw new GatewayError("InvalidArgument", "account id must be 20 bytes long")
  if (!/^RGW\d{17}$/.test(id))
    throw new GatewayError("InvalidArgument", "account id must start with RGW followed by 17 digits")
  const taken =
    store.accounts.byId(id) ??
    (name === "" ? undefined : store.accounts.byName(name, tenant)) ??
    (email === "" ? undefined : store.accounts.byEmail(email))
  if (taken !== undefined) throw new GatewayError("AccountAlreadyExists")
  return json(accountJson(store.accounts.save({ ...limits(call, defaultAccount), id, name, email, tenant })))
}

const modify = (store: Store, call: Call): Reply => {
  requiredQuery(call, "id")
  const account = find(store, call)
  const name = call.query.get("name") ?? account.name
  const email = (call.query.get("email") ?? "") === "" ? account.email : (call.query.get("email") ?? "")
  const sameName = store.accounts.byName(name, account.tenant)
  const sameEmail = email === "" ? undefined : store.accounts.byEmail(email)
  // RGW's code for a taken name.
  if ([sameName, sameEmail].some((other) => other !== undefined && other.id !== account.id))
    throw new GatewayError("BucketAlreadyExists")
  return json(accountJson(store.accounts.save({ ...account, ...limits(call, account), name, email })))
}

const setQuota = (store: Store, call: Call): Reply => {
  const account = find(store, call)
  const type = call.query.get("quota-type")
  if (type !== "account" && type !== "bucket") throw new GatewayError("InvalidArgument")
  const field = type === "account" ? "quota" : "bucket_quota"
  // RGW ignores max-size-kb here, unlike for users.
  const quota = changedQuota(account[field], call.query, { kilobytes: false })
  return json(accountJson(store.accounts.save({ ...account, [field]: quota })))
}

const remove = (store: Store, call: Call): Reply => {
  const account = find(store, call)
  if (store.users.ofAccount(account.id).length > 0) {
    throw new GatewayError("BucketNotEmpty", "The account cannot be deleted until all users are removed.")
  }
  if (store.buckets.countOf(account.id) > 0) {
    throw new GatewayError("BucketNotEmpty", "The account cannot be deleted until all buckets are removed.")
  }
  store.accounts.remove(account.id)
  return empty(200)
}

export const adminAccount = (store: Store, call: Call): Reply => {
  switch (call.method) {
    case "GET":
      return json(accountJson(find(store, call)))
    case "POST":
      return create(store, call)
    case "PUT":
      return flag(call, "quota") === undefined ? modify(store, call) : setQuota(store, call)
    case "DELETE":
      return remove(store, call)
    default:
      throw new GatewayError("MethodNotAllowed")
  }
}
