import { accountOf, type AccessPrincipal, type AccessRequest, type ContextValues } from "./AccessRequest.ts"
import type { PolicyDialect } from "./Policy.ts"

/** Condition keys that RGW 20.2 never sets, so that a test of them finds nothing (tried on 20.2.4). */
export const keysUnknownToRgw: ReadonlySet<string> = new Set([
  "aws:userid", "aws:PrincipalArn", "aws:PrincipalAccount", "aws:PrincipalOrgID", "aws:ResourceAccount", "aws:SourceVpc", "aws:SourceVpce",
  "aws:MultiFactorAuthPresent", "aws:MultiFactorAuthAge", "s3:TlsVersion", "s3:authType", "s3:signatureversion", "s3:signatureAge"
])

/** What RGW and AWS say of the caller by themselves. */
const callerKeys = (principal: AccessPrincipal, dialect: PolicyDialect): ContextValues => {
  if (dialect === "rgw") {
    return { "aws:PrincipalType": ["User"], "aws:username": [rgwUid(principal)] }
  }
  const account = accountOf(principal)
  if (principal.kind === "anonymous") return { "aws:PrincipalType": ["Anonymous"], "aws:userid": ["anonymous"] }
  const name = principal.kind === "iam_user" ? principal.name.split("/").at(-1)! : null
  return {
    "aws:PrincipalType": [principal.kind === "account_root" ? "Account" : "User"], "aws:PrincipalArn": [arnOf(principal)], "aws:PrincipalAccount": [account],
    ...(name === null ? {} : { "aws:username": [name] })
  }
}

const rgwUid = (principal: AccessPrincipal): string => {
  if (principal.kind === "anonymous") return "anonymous"
  // an id that nobody knows is some id all the same: `*` fits it
  return principal.uid ?? "unknown-id"
}

/** The ARN that a policy names a caller by; empty for anybody. */
export const arnOf = (principal: AccessPrincipal): string => {
  switch (principal.kind) {
    case "account_root": return `arn:aws:iam::${principal.account}:root`
    case "iam_user": return `arn:aws:iam::${principal.account}:user/${principal.name}`
    case "plain_user": return `arn:aws:iam::${principal.tenant ?? ""}:user/${principal.uid}`
    case "anonymous": return ""
  }
}

/**
 * The condition keys that the gateway sees in a request: those that were given, without what that gateway never says, and
 * what it says by itself. RGW has `aws:SecureTransport` over TLS alone.
 */
export const gatewayContext = ({ context, principal }: AccessRequest, dialect: PolicyDialect): ContextValues => {
  const given = Object.entries(context).filter(([key, values]) => values.length > 0 && (dialect === "aws" || !(
    keysUnknownToRgw.has(key) || (key === "aws:SecureTransport" && values.some((value) => value.toLowerCase() !== "true"))
  )))
  return { ...callerKeys(principal, dialect), ...Object.fromEntries(given) }
}
