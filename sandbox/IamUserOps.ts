import { microTime } from "./AdminReply.ts"
import { GatewayError } from "./GatewayError.ts"
import {
  type IamCall,
  type IamOp,
  nameOf,
  requiredField,
  afterMarker,
  pagedResult,
  pathOf,
  userOf,
  requireBelowLimit
} from "./IamCall.ts"
import { type AccessKey, defaultUser, newAccessKey, newSecret, type User } from "./Users.ts"
import { leaf, node } from "./Xml.ts"

const arnOf = ({ account, display_name, path, root }: User) =>
  root ? `arn:aws:iam::${account}:root` : `arn:aws:iam::${account}:user${path}${display_name}`

const inner = (user: User): string =>
  leaf("Path", user.path) +
  leaf("UserName", user.display_name) +
  leaf("UserId", user.uid) +
  leaf("Arn", arnOf(user)) +
  leaf("CreateDate", microTime(user.created))
export const userMember = (user: User): string => node("member", inner(user))

const createUser: IamOp = (call) => {
  const { account, store } = call
  const name = nameOf(call, "User")
  const path = pathOf(call)
  if (store.users.named(account, name) !== undefined) throw new GatewayError("EntityAlreadyExists")
  requireBelowLimit(store.accounts.byId(account)?.max_users ?? 0, store.users.countOf(account), "User")
  return node(
    "User",
    inner(
      store.users.save({
        ...defaultUser,
        uid: store.iam.newId(),
        account,
        email: "",
        display_name: name,
        path,
        created: Date.now()
      })
    )
  )
}

const updateUser: IamOp = (call) => {
  const user = userOf(call)
  const name = call.form.has("NewUserName") ? nameOf(call, "User", "NewUserName") : user.display_name
  const other = call.store.users.named(call.account, name)
  if (other !== undefined && other.uid !== user.uid) throw new GatewayError("EntityAlreadyExists")
  return node(
    "User",
    inner(call.store.users.save({ ...user, display_name: name, path: pathOf(call, user.path, "NewPath") }))
  )
}

const deleteUser: IamOp = (call) => {
  const { account, store } = call
  const { uid } = userOf(call)
  const left =
    store.users.keysOf(uid).length > 0
      ? "AccessKeys"
      : store.iam.policies(`users:${uid}`, "inline").length > 0 ||
          store.iam.policies(`users:${uid}`, "attached").length > 0
        ? "policies"
        : store.iam.groupsOf(account, uid).length > 0
          ? "group memberships"
          : ""
  if (left !== "") throw new GatewayError("DeleteConflict", `The user cannot be deleted until its ${left} are removed`)
  store.users.remove(uid)
  return null
}

// I4: root users take places in a page without being shown
const listUsers: IamOp = (call) =>
  pagedResult(
    call,
    "Users",
    (marker, limit) => call.store.users.behind(call.account, marker, limit),
    (user) => user.display_name,
    (user) => (user.root ? "" : userMember(user))
  )

const keyInner = (user: User, key: AccessKey): string =>
  leaf("UserName", user.display_name) +
  leaf("AccessKeyId", key.access_key) +
  leaf("Status", key.active ? "Active" : "Inactive") +
  leaf("CreateDate", microTime(key.created))

const listKeys: IamOp = (call) => {
  const user = userOf(call)
  const keys = afterMarker(call.store.users.keysOf(user.uid), (key) => key.access_key)
  return (
    leaf("UserName", user.display_name) +
    pagedResult(
      call,
      "AccessKeyMetadata",
      keys,
      (key) => key.access_key,
      (key) => node("member", keyInner(user, key))
    )
  )
}

const createKey: IamOp = (call) => {
  const { account, store } = call
  const user = userOf(call)
  requireBelowLimit(
    store.accounts.byId(account)?.max_access_keys ?? 0,
    store.users.keysOf(user.uid).length,
    "Access key"
  )
  const key = { access_key: newAccessKey(), uid: user.uid, secret: newSecret(), active: true }
  store.users.saveKey(key)
  return node("AccessKey", keyInner(user, { ...key, created: Date.now() }) + leaf("SecretAccessKey", key.secret))
}

const keyOf = (call: IamCall): AccessKey => {
  const { uid } = userOf(call)
  const key = call.store.users.key(requiredField(call, "AccessKeyId"))
  if (key === undefined || key.uid !== uid) throw new GatewayError("NoSuchEntity", "No such AccessKeyId in the user")
  return key
}

const updateKey: IamOp = (call) => {
  const key = keyOf(call)
  const status = requiredField(call, "Status")
  if (status !== "Active" && status !== "Inactive") throw new GatewayError("InvalidInput", "Invalid value for Status")
  call.store.users.saveKey({ ...key, active: status === "Active" })
  return null
}

const deleteKey: IamOp = (call) => {
  call.store.users.removeKey(keyOf(call).access_key)
  return null
}

export const userOps: Readonly<Record<string, IamOp>> = {
  CreateUser: createUser,
  GetUser: (call) => node("User", inner(userOf(call))),
  UpdateUser: updateUser,
  DeleteUser: deleteUser,
  ListUsers: listUsers,
  ListAccessKeys: listKeys,
  CreateAccessKey: createKey,
  UpdateAccessKey: updateKey,
  DeleteAccessKey: deleteKey
}
