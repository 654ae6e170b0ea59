import { accountOf, type AccessPrincipal, type AccessRequest, type ContextValues } from "./AccessRequest.ts"
import type { PolicyDialect } from "./Policy.ts"
import { s3Action } from "./s3Actions.ts"

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

/** Keys of a listing's parameters that RGW leaves out where the parameter is empty. */
export const keysNeverEmptyOnRgw: ReadonlySet<string> = new Set(["s3:prefix", "s3:delimiter"])
/** Listings whose parameters RGW shows to policies; those of unfinished uploads it does not show. */
const listings: ReadonlySet<string> = new Set(["s3:ListBucket", "s3:ListBucketVersions"])
const listingKeys: ReadonlySet<string> = new Set([...keysNeverEmptyOnRgw, "s3:max-keys"])
/** Entries of a page where the request does not say. */
const defaultMaxKeys = "1000"

/** Whether RGW shows a key to policies (tried on 20.2.4). It has `aws:SecureTransport` over TLS alone. */
const isSetByRgw = (action: string, key: string, values: ReadonlyArray<string>): boolean => {
  if (keysUnknownToRgw.has(key)) return false
  if (key === "aws:SecureTransport") return values.every((value) => value.toLowerCase() === "true")
  if (!listingKeys.has(key)) return true
  return listings.has(action) && !(keysNeverEmptyOnRgw.has(key) && values.every((value) => value === ""))
}

/** The condition keys that the gateway sees in a request: those of the request that it shows to policies, and those that it adds. */
export const gatewayContext = ({ action, context, principal }: AccessRequest, dialect: PolicyDialect): ContextValues => {
  const name = s3Action(action)?.name ?? action
  const given = Object.entries(context).filter(([key, values]) => values.length > 0 && (dialect === "aws" || isSetByRgw(name, key, values)))
  const added: ContextValues = dialect === "rgw" && listings.has(name) ? { "s3:max-keys": [defaultMaxKeys] } : {}
  return { ...callerKeys(principal, dialect), ...added, ...Object.fromEntries(given) }
}
