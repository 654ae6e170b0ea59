import { randomBytes } from "node:crypto"
import { GatewayError } from "./GatewayError.ts"
import type { IamRole } from "./Iam.ts"
import {
  type IamCall,
  type IamOp,
  nameOf,
  requiredField,
  pagedResult,
  pathOf,
  roleOf,
  requireBelowLimit
} from "./IamCall.ts"
import { checkIdentityPolicy } from "./IamPolicyOps.ts"
import { readPolicy, trusts } from "./Policy.ts"
import { newAccessKey, newSecret } from "./Users.ts"
import { leaf, node } from "./Xml.ts"

const arnOf = (account: string, { name, path }: IamRole): string => `arn:aws:iam::${account}:role${path}${name}`

const inner = (call: IamCall, role: IamRole): string =>
  leaf("RoleId", role.id) +
  leaf("RoleName", role.name) +
  leaf("Path", role.path) +
  leaf("Arn", arnOf(call.account, role)) +
  leaf("CreateDate", new Date(role.created).toISOString()) +
  leaf("Description", role.description) +
  leaf("MaxSessionDuration", role.max_session) +
  leaf("AssumeRolePolicyDocument", role.trust)

const describedBy = ({ form }: IamCall): string => {
  const description = form.get("Description") ?? ""
  if (description.length > 1000)
    throw new GatewayError("InvalidInput", "Description exceeds maximum length of 1000 characters.")
  return description
}

/** UpdateRole without it resets the default, as RGW does. */
const sessionOf = ({ form }: IamCall): number => {
  const seconds = Number(form.get("MaxSessionDuration") ?? "3600")
  if (!Number.isInteger(seconds) || seconds < 3600 || seconds > 43_200) throw new GatewayError("InvalidInput")
  return seconds
}

const createRole: IamOp = (call) => {
  const { account, store } = call
  const name = nameOf(call, "Role")
  const role = {
    id: store.iam.newId(),
    name,
    path: pathOf(call),
    created: Date.now(),
    description: describedBy(call),
    max_session: sessionOf(call),
    trust: checkIdentityPolicy(requiredField(call, "AssumeRolePolicyDocument"))
  }
  if (store.iam.roles.get(account, name) !== undefined) throw new GatewayError("EntityAlreadyExists")
  requireBelowLimit(store.accounts.byId(account)?.max_roles ?? 0, store.iam.roles.count(account), "Role")
  store.iam.roles.save(account, role)
  return node("Role", inner(call, role))
}

const updateRole: IamOp = (call) => {
  const role = roleOf(call)
  call.store.iam.roles.save(call.account, { ...role, description: describedBy(call), max_session: sessionOf(call) })
  return ""
}

const updateTrust: IamOp = (call) => {
  const role = roleOf(call)
  call.store.iam.roles.save(call.account, {
    ...role,
    trust: checkIdentityPolicy(requiredField(call, "PolicyDocument"))
  })
  return null
}

const deleteRole: IamOp = (call) => {
  const role = roleOf(call)
  const holder = `roles:${role.id}`
  if (call.store.iam.policies(holder, "inline").length + call.store.iam.policies(holder, "attached").length > 0) {
    throw new GatewayError("DeleteConflict", "The role cannot be deleted until all role policies are removed")
  }
  call.store.iam.roles.remove(call.account, role.name)
  return null
}

const assumeRole: IamOp = (call) => {
  const { account, caller, form, store } = call
  const arnParts = /^arn:aws:iam::([^:]*):role\/(?:.*\/)?([^/]+)$/.exec(requiredField(call, "RoleArn"))
  const role =
    arnParts === null || arnParts[1] !== account ? undefined : store.iam.roles.get(account, arnParts[2] ?? "")
  if (role === undefined) throw new GatewayError("NoSuchEntity")
  const session = requiredField(call, "RoleSessionName")
  const seconds = Number(form.get("DurationSeconds") ?? "3600")
  if (session.length < 2 || !(seconds >= 900) || seconds > role.max_session) throw new GatewayError("InvalidArgument")
  if (!trusts(readPolicy(role.trust), caller, "sts:AssumeRole")) throw new GatewayError("AccessDenied")
  return (
    node(
      "Credentials",
      leaf("AccessKeyId", newAccessKey()),
      leaf("Expiration", new Date(Date.now() + seconds * 1000).toISOString()),
      leaf("SecretAccessKey", newSecret()),
      leaf("SessionToken", randomBytes(192).toString("base64"))
    ) +
    node(
      "AssumedRoleUser",
      leaf("Arn", `arn:aws:sts::${account}:assumed-role${role.path}${role.name}/${session}`),
      leaf("AssumeRoleId", `${role.id}:${session}`)
    ) +
    leaf("PackedPolicySize", 0)
  )
}

export const roleOps: Readonly<Record<string, IamOp>> = {
  CreateRole: createRole,
  GetRole: (call) => node("Role", inner(call, roleOf(call))),
  UpdateRole: updateRole,
  UpdateAssumeRolePolicy: updateTrust,
  DeleteRole: deleteRole,
  ListRoles: (call) =>
    pagedResult(
      call,
      "Roles",
      (marker, limit) => call.store.iam.roles.behind(call.account, marker, limit),
      ({ name }) => name,
      (role) => node("member", inner(call, role))
    ),
  AssumeRole: assumeRole
}
