import { requiredQuery } from "./AdminReply.ts"
import type { Call } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import type { User } from "./Users.ts"

export const findUser = (store: Store, call: Call): User => {
  const tenant = call.query.get("tenant") ?? ""
  const uid = requiredQuery(call, "uid")
  const user = store.users.byUid(tenant === "" || uid.includes("$") ? uid : `${tenant}$${uid}`)
  if (user === undefined) throw new GatewayError("NoSuchUser")
  return user
}
