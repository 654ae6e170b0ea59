import { GatewayError } from "./GatewayError.ts"
import type { IamGroup } from "./Iam.ts"
import {
  groupOf,
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
import { userMember } from "./IamUserOps.ts"
import { leaf, node } from "./Xml.ts"

/** RGW answers no creation date of a group. */
const inner = ({ account }: IamCall, { id, name, path }: IamGroup): string =>
  leaf("Path", path) +
  leaf("GroupName", name) +
  leaf("GroupId", id) +
  leaf("Arn", `arn:aws:iam::${account}:group${path}${name}`)
const member =
  (call: IamCall) =>
  (group: IamGroup): string =>
    node("member", inner(call, group))
const nameIn = ({ name }: IamGroup): string => name

const createGroup: IamOp = (call) => {
  const { account, store } = call
  const group = { id: store.iam.newId(), name: nameOf(call, "Group"), path: pathOf(call) }
  if (store.iam.groups.get(account, group.name) !== undefined) throw new GatewayError("EntityAlreadyExists")
  requireBelowLimit(store.accounts.byId(account)?.max_groups ?? 0, store.iam.groups.count(account), "Group")
  store.iam.groups.save(account, group)
  return node("Group", inner(call, group))
}

const updateGroup: IamOp = (call) => {
  const { account, store } = call
  const group = groupOf(call)
  const name = call.form.has("NewGroupName") ? nameOf(call, "Group", "NewGroupName") : group.name
  const other = store.iam.groups.get(account, name)
  if (other !== undefined && other.id !== group.id) throw new GatewayError("EntityAlreadyExists")
  const updated = { ...group, name, path: pathOf(call, group.path, "NewPath") }
  store.iam.groups.save(account, updated, group.name)
  return node("Group", inner(call, updated))
}

const deleteGroup: IamOp = (call) => {
  const { account, store } = call
  const { id, name } = groupOf(call)
  const holder = `groups:${id}`
  const left =
    store.iam.policies(holder, "inline").length + store.iam.policies(holder, "attached").length > 0
      ? "group policies are removed"
      : store.iam.members(id).length > 0
        ? "users are removed"
        : ""
  if (left !== "") throw new GatewayError("DeleteConflict", `The group cannot be deleted until all ${left}`)
  store.iam.groups.remove(account, name)
  return null
}

const getGroup: IamOp = (call) => {
  const group = groupOf(call)
  const users = call.store.iam
    .members(group.id)
    .flatMap((uid) => call.store.users.byUid(uid) ?? [])
    .sort((one, other) => (one.display_name < other.display_name ? -1 : 1))
  return (
    node("Group", inner(call, group)) +
    pagedResult(
      call,
      "Users",
      afterMarker(users, (user) => user.display_name),
      (user) => user.display_name,
      userMember
    )
  )
}

const membership =
  (change: "join" | "leave"): IamOp =>
  (call) => {
    const group = groupOf(call)
    requiredField(call, "UserName")
    call.store.iam[change](group.id, userOf(call).uid)
    return null
  }

export const groupOps: Readonly<Record<string, IamOp>> = {
  CreateGroup: createGroup,
  GetGroup: getGroup,
  UpdateGroup: updateGroup,
  DeleteGroup: deleteGroup,
  ListGroups: (call) =>
    pagedResult(
      call,
      "Groups",
      (marker, limit) => call.store.iam.groups.behind(call.account, marker, limit),
      nameIn,
      member(call)
    ),
  ListGroupsForUser: (call) =>
    pagedResult(
      call,
      "Groups",
      afterMarker(call.store.iam.groupsOf(call.account, userOf(call).uid), nameIn),
      nameIn,
      member(call)
    ),
  AddUserToGroup: membership("join"),
  RemoveUserFromGroup: membership("leave")
}
