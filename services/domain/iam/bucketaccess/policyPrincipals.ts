import { type AccessPrincipal, principalAccount, isOwners } from "../../buckets/policies/AccessRequest.ts"
import type { AccessRules } from "../../buckets/policies/AccessRules.ts"
import { principalArn } from "../../buckets/policies/gatewayContext.ts"
import { arnParts } from "../../buckets/policies/matchPattern.ts"
import { plainUser } from "../../buckets/policies/findAccessLosses.ts"
import type { AccessKind } from "./AccessEntry.ts"

export interface NamedPrincipal {
  readonly id: string
  readonly kind: AccessKind
  readonly name: string
  readonly detail: string
  readonly principal: AccessPrincipal
  readonly notes: ReadonlyArray<string>
}

const isAccountId = (id: string): boolean => /^RGW\d{17}$|^\d{12}$/.test(id)

const ownerEntry = ({ owner }: AccessRules): NamedPrincipal | null => {
  if (owner === "") return null
  const principal: AccessPrincipal = isAccountId(owner) ? { kind: "account_root", account: owner } : plainUser(owner)
  return isAccountId(owner)
    ? { id: "root", kind: "account_root", name: `Root user of ${owner}`, detail: owner, principal, notes: [] }
    : { id: "owner", kind: "rgw_user", name: owner, detail: "Owner of the bucket", principal, notes: [] }
}

const strangers: ReadonlyArray<NamedPrincipal> = [
  {
    id: "everyone",
    kind: "everyone",
    name: "Everyone",
    detail: "Without credentials",
    principal: { kind: "anonymous" },
    notes: []
  },
  {
    id: "everyone_signed_in",
    kind: "everyone_signed_in",
    name: "Everyone with a key",
    detail: "Any user of the gateway outside of accounts",
    principal: plainUser("\u{e000}some-user"),
    notes: []
  }
]

const usersNeedPolicies = "Its IAM users also need a policy of their own account"

const ofArn = (name: string): NamedPrincipal | null => {
  const parts = arnParts(name)
  const account = parts === null ? name : parts[4]
  const [type = "", ...rest] = (parts?.[5] ?? "root").split("/")
  const called = rest.join("/")
  if (type === "root")
    return account === ""
      ? null
      : {
          id: `account:${account}`,
          kind: "account",
          name: `Account ${account}`,
          detail: account,
          principal: { kind: "account_root", account },
          notes: [usersNeedPolicies]
        }
  if (called === "" || (type !== "user" && type !== "role")) return null
  const principal: AccessPrincipal =
    type === "role"
      ? { kind: "iam_role", account, name: called }
      : account === ""
        ? plainUser(called)
        : { kind: "iam_user", account, name: called }
  return {
    id: `principal:${principalArn(principal)}`,
    kind: principal.kind === "plain_user" ? "rgw_user" : "principal",
    name: called,
    detail: principalArn(principal),
    principal,
    notes: []
  }
}

const ofGrantee = (id: string): NamedPrincipal =>
  isAccountId(id)
    ? {
        id: `account:${id}`,
        kind: "account",
        name: `Account ${id}`,
        detail: id,
        principal: { kind: "account_root", account: id },
        notes: [usersNeedPolicies]
      }
    : {
        id: `principal:${principalArn(plainUser(id))}`,
        kind: "rgw_user",
        name: id,
        detail: "Named by the ACL",
        principal: plainUser(id),
        notes: []
      }

/** Principals that are not listed by IAM, which lists users and roles of the owning account. */
export const policyPrincipals = (rules: AccessRules): ReadonlyArray<NamedPrincipal> => {
  const statements = rules.bucketPolicy?.statements ?? []
  const names = statements.flatMap(({ notPrincipal, principal }) => [
    ...(principal?.aws ?? []),
    ...(notPrincipal?.aws ?? [])
  ])
  const grantees = rules.bucketAcl.flatMap(({ grantee }) => (grantee.kind === "owner" ? [grantee.id] : []))
  const owner = ownerEntry(rules)
  const all = [
    ...(owner === null ? [] : [owner]),
    ...strangers,
    ...[...new Set(names)].flatMap((name) => ofArn(name) ?? []),
    ...[...new Set(grantees)].map(ofGrantee)
  ]
  const isListed = ({ kind, principal }: NamedPrincipal) =>
    kind !== "account_root" && kind !== "everyone" && kind !== "everyone_signed_in" && kind !== "rgw_user"
      ? principalAccount(principal) === rules.owner
      : kind === "rgw_user" && isOwners(principal, rules.owner) && owner?.principal !== principal
  return [...new Map(all.filter((one) => !isListed(one)).map((one) => [one.id, one])).values()]
}

export const principalNamesInAccount = (rules: AccessRules): ReadonlyArray<string> => [
  ...new Set(
    (rules.bucketPolicy?.statements ?? []).flatMap(({ principal }) =>
      (principal?.aws ?? []).filter((name) => {
        const parts = arnParts(name)
        return parts !== null && parts[4] === rules.owner && /^(user|role)\//.test(parts[5])
      })
    )
  )
]
