import { json, requiredQuery } from "./AdminReply.ts"
import type { Call, Principal, Reply } from "./Call.ts"
import { findUser } from "./findUser.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import type { Capability } from "./Users.ts"

export const capTypes: ReadonlyArray<string> = [
  "accounts",
  "amz-cache",
  "bilog",
  "buckets",
  "datalog",
  "info",
  "mdlog",
  "metadata",
  "oidc-provider",
  "ratelimit",
  "roles",
  "usage",
  "user-info-without-keys",
  "user-policy",
  "users",
  "zone"
]

type Right = "read" | "write"
const rightsOf = (perm: string): ReadonlySet<Right> =>
  new Set<Right>(
    perm === "*"
      ? ["read", "write"]
      : perm
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one === "read" || one === "write")
  )
const permOf = (rights: ReadonlySet<Right>): string => (rights.size === 2 ? "*" : ([...rights][0] ?? ""))

export const requireCap = (principal: Principal | undefined, type: string, right: Right): void => {
  const hasCap = principal?.caps.some((cap) => cap.type === type && rightsOf(cap.perm).has(right)) ?? false
  if (!hasCap) throw new GatewayError("AccessDenied")
}

const parse = (text: string): ReadonlyArray<Capability> =>
  text
    .split(";")
    .filter((one) => one.trim() !== "")
    .map((one) => {
      const [type = "", perm = ""] = one.split("=").map((side) => side.trim())
      if (!capTypes.includes(type) || rightsOf(perm).size === 0) throw new GatewayError("InvalidCapability")
      return { type, perm }
    })

export const adminCaps = (store: Store, call: Call): Reply => {
  if (call.method !== "PUT" && call.method !== "DELETE") throw new GatewayError("MethodNotAllowed")
  const user = findUser(store, call)
  const capsByType = new Map(user.caps.map((cap) => [cap.type, new Set(rightsOf(cap.perm))]))
  for (const cap of parse(requiredQuery(call, "user-caps"))) {
    const rights = capsByType.get(cap.type) ?? new Set<Right>()
    for (const right of rightsOf(cap.perm)) {
      if (call.method === "PUT") rights.add(right)
      else rights.delete(right)
    }
    capsByType.set(cap.type, rights)
  }
  const caps = [...capsByType]
    .filter(([, rights]) => rights.size > 0)
    .map(([type, rights]) => ({ type, perm: permOf(rights) }))
    .sort((a, b) => (a.type < b.type ? -1 : 1))
  store.users.save({ ...user, caps })
  return json(caps)
}
