import { flag, json, requiredQuery } from "./AdminReply.ts"
import type { Call, Reply } from "./Call.ts"
import { findUser } from "./findUser.ts"
import { GatewayError } from "./GatewayError.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { type AccessKey, newAccessKey, newSecret } from "./Users.ts"

export const keysJson = (keys: ReadonlyArray<AccessKey>) =>
  keys.map((key) => ({ user: key.uid, access_key: key.access_key, secret_key: key.secret, active: key.active }))

const putKey = (store: Store, call: Call): Reply => {
  const user = findUser(store, call)
  const accessKey = call.query.get("access-key") ?? newAccessKey()
  const known = store.users.key(accessKey)
  if (known !== undefined && known.uid !== user.uid) throw new GatewayError("KeyExists")
  // An existing key without a given secret gets a new one unless generate-key=false, even when only `active` changes.
  const existingSecret = known !== undefined && flag(call, "generate-key") === false ? known.secret : undefined
  store.users.saveKey({
    access_key: accessKey,
    uid: user.uid,
    secret: call.query.get("secret-key") ?? existingSecret ?? newSecret(),
    active: flag(call, "active") ?? known?.active ?? true
  })
  return json(keysJson(store.users.keysOf(user.uid)))
}

export const adminKeys = (store: Store, call: Call): Reply => {
  if (call.method === "PUT") return putKey(store, call)
  if (call.method !== "DELETE") throw new GatewayError("MethodNotAllowed")
  const accessKey = requiredQuery(call, "access-key")
  const known = store.users.key(accessKey)
  const uid = call.query.get("uid")
  if (known === undefined || (uid === undefined ? !known.active : uid !== known.uid))
    throw new GatewayError("InvalidAccessKeyId")
  store.users.removeKey(accessKey)
  return empty(200)
}
