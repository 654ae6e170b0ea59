import type { IamGroup, IamKey, IamRole, IamUser, ManagedPolicy } from "#domain/iam/IamEntity.ts"
import { type Element, elementsOf, findElement, textAt, textsOf } from "#domain/platform/xml/Element.ts"

const membersOf = (result: Element, list: string): ReadonlyArray<Element> =>
  elementsOf(findElement(result, list), "member")

/** RGW writes documents plainly (I3), Amazon URL-encoded. */
export const documentText = (text: string): string => {
  if (!text.startsWith("%7B")) return text
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

const parseInteger = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

export const entityOf =
  (name: string, id: string) =>
  (member: Element): IamUser => ({
    name: textAt(member, name) ?? "",
    id: textAt(member, id) ?? "",
    path: textAt(member, "Path") ?? "/",
    arn: textAt(member, "Arn") ?? "",
    created_at: textAt(member, "CreateDate") ?? null
  })

export const roleOf = (member: Element): IamRole => ({
  ...entityOf("RoleName", "RoleId")(member),
  description: textAt(member, "Description") ?? "",
  max_session_seconds: parseInteger(textAt(member, "MaxSessionDuration")),
  trust_policy: documentText(textAt(member, "AssumeRolePolicyDocument") ?? "")
})

export const keyOf = (member: Element): IamKey => ({
  access_key: textAt(member, "AccessKeyId") ?? "",
  active: textAt(member, "Status") === "Active",
  created_at: textAt(member, "CreateDate") ?? null
})

export const rowsOf = {
  users: (result: Element): ReadonlyArray<IamUser> => membersOf(result, "Users").map(entityOf("UserName", "UserId")),
  groups: (result: Element): ReadonlyArray<IamGroup> =>
    membersOf(result, "Groups").map(entityOf("GroupName", "GroupId")),
  roles: (result: Element): ReadonlyArray<IamRole> => membersOf(result, "Roles").map(roleOf),
  policies: (result: Element): ReadonlyArray<ManagedPolicy> =>
    membersOf(result, "Policies").map((member) => ({
      name: textAt(member, "PolicyName") ?? "",
      arn: textAt(member, "Arn") ?? ""
    })),
  attached: (result: Element): ReadonlyArray<ManagedPolicy> =>
    membersOf(result, "AttachedPolicies").map((member) => ({
      name: textAt(member, "PolicyName") ?? "",
      arn: textAt(member, "PolicyArn") ?? ""
    })),
  keys: (result: Element): ReadonlyArray<IamKey> => membersOf(result, "AccessKeyMetadata").map(keyOf),
  names: (result: Element): ReadonlyArray<string> => textsOf(findElement(result, "PolicyNames"), "member")
}
