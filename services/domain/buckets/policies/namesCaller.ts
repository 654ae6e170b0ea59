import { principalAccount, type AccessPrincipal } from "./AccessRequest.ts"
import { principalArn } from "./gatewayContext.ts"
import { arnParts } from "./matchPattern.ts"
import type { NamedPrincipals, PolicyDialect } from "./Policy.ts"

export type Naming = "no" | "account" | "directly"

/** Names are exact: no gateway supports wildcards. */
export const namesCaller = (named: NamedPrincipals, caller: AccessPrincipal, dialect: PolicyDialect): Naming => {
  if (named.anyone) return "directly"
  const namings = named.aws.map((name) => naming(name, caller, dialect))
  return namings.includes("directly") ? "directly" : namings.includes("account") ? "account" : "no"
}

const naming = (name: string, caller: AccessPrincipal, dialect: PolicyDialect): Naming => {
  const parts = arnParts(name)
  if (parts !== null && parts[5] !== "root") {
    const arn = dialect === "rgw" && caller.kind === "anonymous" ? "arn:aws:iam:::user/anonymous" : principalArn(caller)
    const own = arnParts(arn)
    // RGW compares account and name only
    return own !== null && own[5] !== "root" && own[4] === parts[4] && own[5] === parts[5] ? "directly" : "no"
  }
  const account = parts === null ? name : parts[4]
  if (account === "") {
    // RGW reads an empty account as the unnamed tenant
    return dialect === "rgw" && (caller.kind !== "plain_user" || (caller.tenant ?? "") === "") ? "account" : "no"
  }
  if (account === principalAccount(caller)) return "account"
  return dialect === "rgw" && caller.kind === "plain_user" && caller.tenant === account ? "account" : "no"
}
