import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import { type Action, holders } from "./iamCaller.ts"

export const changeForm = (
  change: Exclude<IamChange, IamChangeOf<"key.create">>
): readonly [action: string, more: Action] => {
  const { name } = change
  switch (change.change) {
    case "user.create":
      return ["CreateUser", { UserName: name, Path: change.path }]
    case "user.update":
      return ["UpdateUser", { UserName: name, NewUserName: change.new_name, NewPath: change.new_path }]
    case "user.delete":
      return ["DeleteUser", { UserName: name }]
    case "group.create":
      return ["CreateGroup", { GroupName: name, Path: change.path }]
    case "group.update":
      return ["UpdateGroup", { GroupName: name, NewGroupName: change.new_name, NewPath: change.new_path }]
    case "group.delete":
      return ["DeleteGroup", { GroupName: name }]
    case "member.add":
      return ["AddUserToGroup", { GroupName: name, UserName: change.user }]
    case "member.remove":
      return ["RemoveUserFromGroup", { GroupName: name, UserName: change.user }]
    case "role.create":
      return [
        "CreateRole",
        {
          RoleName: name,
          Path: change.path,
          Description: change.description,
          MaxSessionDuration: String(change.max_session_seconds),
          AssumeRolePolicyDocument: change.trust_policy
        }
      ]
    // RGW resets omitted fields to their defaults
    case "role.update":
      return [
        "UpdateRole",
        { RoleName: name, Description: change.description, MaxSessionDuration: String(change.max_session_seconds) }
      ]
    case "role.trust":
      return ["UpdateAssumeRolePolicy", { RoleName: name, PolicyDocument: change.document }]
    case "role.delete":
      return ["DeleteRole", { RoleName: name }]
    case "key.enable":
      return ["UpdateAccessKey", { UserName: name, AccessKeyId: change.access_key, Status: "Active" }]
    case "key.disable":
      return ["UpdateAccessKey", { UserName: name, AccessKeyId: change.access_key, Status: "Inactive" }]
    case "key.delete":
      return ["DeleteAccessKey", { UserName: name, AccessKeyId: change.access_key }]
    case "policy.attach":
    case "policy.detach":
    case "inline.put":
    case "inline.delete": {
      const { name: field, verb } = holders[change.holder]
      switch (change.change) {
        case "policy.attach":
          return [`Attach${verb}Policy`, { [field]: name, PolicyArn: change.arn }]
        case "policy.detach":
          return [`Detach${verb}Policy`, { [field]: name, PolicyArn: change.arn }]
        case "inline.put":
          return [`Put${verb}Policy`, { [field]: name, PolicyName: change.policy, PolicyDocument: change.document }]
        case "inline.delete":
          return [`Delete${verb}Policy`, { [field]: name, PolicyName: change.policy }]
      }
    }
  }
}
