import type { Principal } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Holder, IamGroup, IamRole } from "./Iam.ts"
import type { Store } from "./Store.ts"
import type { User } from "./Users.ts"
import { leaf, node } from "./Xml.ts"

export interface IamCall {
  readonly store: Store
  readonly caller: Principal
  readonly account: string
  readonly form: URLSearchParams
}
export type IamOp = (call: IamCall) => string | null

export type Entity = "User" | "Group" | "Role"
const MAX_NAME_LENGTHS: Readonly<Record<Entity, number>> = { User: 64, Group: 128, Role: 64 }

export const requiredField = ({ form }: IamCall, name: string): string => {
  const value = form.get(name) ?? ""
  if (value === "") throw new GatewayError("InvalidInput", `Missing required element ${name}`)
  return value
}

const named = (call: IamCall, field: string, maxLength: number): string => {
  const value = requiredField(call, field)
  if (value.length > maxLength) throw new GatewayError("InvalidInput", `${field} too long`)
  if (!/^[\w+=,.@-]+$/.test(value)) throw new GatewayError("InvalidInput", `${field} contains invalid characters`)
  return value
}

export const nameOf = (call: IamCall, entity: Entity, field = `${entity}Name`): string =>
  named(call, field, MAX_NAME_LENGTHS[entity])
export const policyNameOf = (call: IamCall): string => named(call, "PolicyName", 128)

export const pathOf = ({ form }: IamCall, otherwise = "/", field = "Path"): string => {
  const path = form.get(field) ?? otherwise
  if (path.length > 512) throw new GatewayError("InvalidInput", "Path too long")
  if (!/^(\/|\/[!-~]*[!-.0-~][!-~]*\/)$/.test(path))
    throw new GatewayError("InvalidInput", "Path contains invalid characters")
  return path
}

/** Root users are found by name too. */
export const userOf = (call: IamCall): User => {
  const name = call.form.get("UserName") ?? ""
  const user = name === "" ? call.store.users.byUid(call.caller.uid) : call.store.users.named(call.account, name)
  if (user === undefined) throw new GatewayError("NoSuchEntity", "No such UserName in the account")
  return user
}
export const groupOf = (call: IamCall): IamGroup => {
  const group = call.store.iam.groups.get(call.account, nameOf(call, "Group"))
  if (group === undefined) throw new GatewayError("NoSuchEntity", "No such GroupName in the account")
  return group
}
export const roleOf = (call: IamCall): IamRole => {
  const role = call.store.iam.roles.get(call.account, nameOf(call, "Role"))
  if (role === undefined) throw new GatewayError("NoSuchEntity")
  return role
}

export const holderOf = (call: IamCall, entity: Entity): Holder =>
  entity === "User"
    ? `users:${userOf(call).uid}`
    : entity === "Group"
      ? `groups:${groupOf(call).id}`
      : `roles:${roleOf(call).id}`

export const requireBelowLimit = (limit: number, there: number, what: string): void => {
  if (limit < 0 || (limit > 0 && there >= limit))
    throw new GatewayError("LimitExceeded", `${what} limit ${limit} exceeded`)
}

export const pagedResult = <A>(
  { form }: IamCall,
  list: string,
  behind: (marker: string, limit: number) => ReadonlyArray<A>,
  nameIn: (row: A) => string,
  shown: (row: A) => string
): string => {
  const requestedLimit = Number(form.get("MaxItems") ?? "100")
  if (!Number.isInteger(requestedLimit) || requestedLimit < 1 || requestedLimit > 1000)
    throw new GatewayError("InvalidInput", "Invalid value for MaxItems")
  const rows = behind(form.get("Marker") ?? "", requestedLimit + 1)
  const page = rows.slice(0, requestedLimit)
  const last = page.at(-1)
  const more = rows.length > requestedLimit && last !== undefined
  return node(list, ...page.map(shown)) + leaf("IsTruncated", more) + (more ? leaf("Marker", nameIn(last)) : "")
}

export const afterMarker =
  <A>(rows: ReadonlyArray<A>, nameIn: (row: A) => string) =>
  (marker: string, limit: number): ReadonlyArray<A> =>
    rows.filter((row) => nameIn(row) > marker).slice(0, limit)
