import { type AccessPrincipal, callerWords } from "./AccessRequest.ts"
import { type AccessRules, privateAcl } from "./AccessRules.ts"
import { type AccessLoss, accessLosses, type DetectedLoss, lossRequests } from "./AccessLoss.ts"
import { completionsOf } from "./completions.ts"
import { decideAccess } from "./decideAccess.ts"
import { gatewayContext, listingKeys, listings } from "./gatewayContext.ts"
import { type IdentityDocuments, withIdentity } from "./identityRules.ts"
import { arnParts, patternExample } from "./matchPattern.ts"
import type { Policy, PolicyDialect } from "./Policy.ts"
import { type KnownContext, type PolicyCase, policyInCase, unknownKeys } from "./policyInCase.ts"
import { withVariables } from "./policyVariables.ts"
import { type RuleDocuments, accessRulesOf } from "./accessRulesOf.ts"

/** `principal` null: the gateway does not report the key's owner. */
export interface SavingIdentity {
  readonly principal: AccessPrincipal | null
  readonly policies: IdentityDocuments
}

export interface LossQuestion {
  readonly bucket: string
  readonly dialect: PolicyDialect
  readonly owner: string | null
  readonly identity: SavingIdentity
  /** True for TLS; otherwise `aws:SecureTransport` is never true. */
  readonly tls: boolean
  readonly before: RuleDocuments
  readonly after: RuleDocuments
}

type AccessState = "allowed" | "depends" | "denied"
const rank: Readonly<Record<AccessState, number>> = { allowed: 2, depends: 1, denied: 0 }

const anyKey = "\u{e000}some-key"
const anyName = "\u{e000}some-user"

const MAX_NAMED_USERS = 20

export const findAccessLosses = (question: LossQuestion): ReadonlyArray<DetectedLoss> => {
  const { identity } = question
  const [before, after] = [rulesBy(question, question.before), rulesBy(question, question.after)]
  const callers = identity.principal === null ? candidates(after) : [identity.principal]
  return accessLosses.flatMap((access): ReadonlyArray<DetectedLoss> => {
    const lost = askedKeys(access, callers, question, [before, after])
      .map((probe) => ({
        ...probe,
        found: callers.flatMap((caller) => standings(access, caller, probe, question, before, after))
      }))
      .filter(({ found }) => found.some((one) => rank[one.after] < rank[one.before]))
      .map((one) => ({ ...one, certain: one.found.every(({ after: accessState }) => accessState === "denied") }))
    if (lost.length === 0) return []
    const everywhere = lost.filter(({ pattern }) => pattern === null)
    const certainLosses = lost.filter((one) => one.certain)
    const reported = everywhere.length > 0 ? everywhere : certainLosses.length > 0 ? certainLosses : lost
    const certain = reported[0]!.certain
    const who = identity.principal === null ? "the identity whose keys are used here" : callerWords(identity.principal)
    const lostWords = `${lossRequests[access].words}${patternWords(reported)}`
    const words = `${capital(who)} ${certain ? "would" : "might"} no longer ${lostWords}`
    const reasons = certain ? [reported[0]!.found[0]!.why] : uncertainties(question, after)
    return [
      {
        access,
        certain,
        why:
          `${words}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}.` +
          `${access === "change_policy" ? wayBack(after.owner) : ""}`
      }
    ]
  })
}

interface AskedKey {
  readonly key: string | null
  readonly prefix?: string
  readonly pattern: string | null
}

const askedPrefixes = (rules: ReadonlyArray<AccessRules>, dialect: PolicyDialect): ReadonlyArray<AskedKey> => {
  const patterns = rules
    .flatMap(({ bucketPolicy }) => bucketPolicy?.statements ?? [])
    .flatMap(({ conditions }) => conditions.filter(({ key }) => key.toLowerCase() === "s3:prefix"))
    .flatMap(({ values }) => values)
  const examples = [...new Set(patterns)].map((pattern) => ({
    key: null,
    pattern,
    prefix: patternExample(pattern, anyKey, dialect)
  }))
  const unnamed = examples.length === 0 ? [] : [{ key: null, pattern: "other prefixes", prefix: anyKey }]
  return [{ key: null, pattern: null }, ...examples, ...unnamed]
}

const askedKeys = (
  access: AccessLoss,
  callers: ReadonlyArray<AccessPrincipal>,
  { dialect }: LossQuestion,
  rules: ReadonlyArray<AccessRules>
): ReadonlyArray<AskedKey> => {
  if (listings.has(lossRequests[access].action)) return askedPrefixes(rules, dialect)
  if (!lossRequests[access].onObject) return [{ key: null, pattern: null }]
  const patterns = rules.flatMap(({ bucketPolicy }) =>
    (bucketPolicy?.statements ?? []).flatMap(({ notResources, resources }) => [
      ...(resources ?? []),
      ...(notResources ?? [])
    ])
  )
  const examples = [...new Set(patterns)].flatMap((resource) =>
    namedResources(resource, callers, dialect).flatMap((named) => {
      const path = arnParts(named)?.[5] ?? ""
      const slash = path.indexOf("/")
      const pattern = path.slice(slash + 1)
      return slash < 0 || pattern === "*" ? [] : [{ key: patternExample(pattern, anyKey, dialect), pattern }]
    })
  )
  return [{ key: anyKey, pattern: null }, ...new Map(examples.map((one) => [one.key, one])).values()]
}

/** RGW takes variables in a resource as text. */
const namedResources = (
  resource: string,
  callers: ReadonlyArray<AccessPrincipal>,
  dialect: PolicyDialect
): ReadonlyArray<string> =>
  dialect === "rgw" || !resource.includes("${")
    ? [resource]
    : callers.flatMap((principal) =>
        withVariables(
          resource,
          gatewayContext({ principal, action: "s3:GetObject", key: anyKey, context: {} }, dialect),
          dialect
        )
      )

const MAX_NAMED_PATTERNS = 3

const patternWords = (reported: ReadonlyArray<AskedKey>): string => {
  const patterns = reported.flatMap(({ pattern }) => (pattern === null ? [] : [pattern]))
  if (patterns.length === 0) return ""
  const more = patterns.length - MAX_NAMED_PATTERNS
  return ` at ${patterns.slice(0, MAX_NAMED_PATTERNS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isAccount = (owner: string) => /^RGW\d{17}$|^\d{12}$/.test(owner)

const wayBack = (owner: string): string =>
  owner === ""
    ? ""
    : " " +
      `${isAccount(owner) ? `The root user of account ${owner}` : `The bucket's owner ${owner}`} can always ` +
      "take it back."

const rulesBy = ({ bucket, dialect, identity, owner }: LossQuestion, documents: RuleDocuments): AccessRules => {
  const relevantDocuments =
    owner === null || documents.acl !== null
      ? documents
      : { ...documents, unread: documents.unread.filter(({ part }) => part !== "acl") }
  const rules = accessRulesOf(bucket, relevantDocuments, dialect)
  const ownAcl =
    owner !== null && documents.acl === null
      ? { owner, bucketAcl: privateAcl(owner), objectAcl: privateAcl(owner) }
      : {}
  return withIdentity({ ...rules, ...ownAcl }, identity.policies, dialect)
}

const candidates = ({ bucketPolicy, owner }: AccessRules): ReadonlyArray<AccessPrincipal> => {
  if (owner !== "" && !isAccount(owner)) return [plainUser(owner)]
  const account = owner === "" ? "\u{e000}some-account" : owner
  const names = (bucketPolicy?.statements ?? []).flatMap(({ notPrincipal, principal }) => [
    ...(principal?.aws ?? []),
    ...(notPrincipal?.aws ?? [])
  ])
  const users = [...new Set(names)].flatMap((name) => {
    const [, , , , named, resource] = arnParts(name) ?? []
    return resource?.startsWith("user/") === true && (named === owner || owner === "")
      ? [{ account: named ?? account, name: resource.slice("user/".length) }]
      : []
  })
  return [
    { kind: "account_root", account },
    { kind: "iam_user", account, name: anyName },
    ...users
      .slice(0, MAX_NAMED_USERS)
      .map((user) => (user.account === "" ? plainUser(user.name) : { kind: "iam_user" as const, ...user })),
    ...(owner === "" ? [plainUser(anyName)] : [])
  ]
}

export const plainUser = (id: string): AccessPrincipal => {
  const dollar = id.indexOf("$")
  return dollar > 0
    ? { kind: "plain_user", tenant: id.slice(0, dollar), uid: id.slice(dollar + 1) }
    : { kind: "plain_user", uid: id }
}

const circumstances = (
  caller: AccessPrincipal,
  { dialect, tls }: LossQuestion,
  action: string,
  prefix?: string
): KnownContext => {
  const { "aws:username": name, ...values } = gatewayContext(
    { principal: caller, action: "s3:GetBucketPolicy", key: null, context: {} },
    dialect
  )
  // RGW compares an unknown uid as arbitrary text, which decides nothing here
  const isNamed =
    name !== undefined &&
    (dialect === "aws" || (caller.kind !== "anonymous" && caller.kind !== "iam_role" && caller.uid !== undefined))
  const insecure = tls ? {} : dialect === "aws" ? { "aws:SecureTransport": ["false"] } : {}
  return {
    values: {
      ...values,
      ...(isNamed ? { "aws:username": name } : {}),
      ...insecure,
      ...(prefix === undefined ? {} : { "s3:prefix": [prefix] })
    },
    missing: new Set([
      ...(!tls && dialect === "rgw" ? ["aws:securetransport"] : []),
      ...(listings.has(action) ? [] : listingKeys)
    ])
  }
}

const standings = (
  access: AccessLoss,
  caller: AccessPrincipal,
  { key, prefix }: AskedKey,
  question: LossQuestion,
  before: AccessRules,
  after: AccessRules
) => {
  const { dialect } = question
  const { action } = lossRequests[access]
  const request = { principal: caller, action, key, context: {} }
  const knownContext = circumstances(caller, question, action, prefix)
  const inCase = (policy: Policy, which: PolicyCase) => policyInCase(policy, knownContext, dialect, which)
  const decide = (rules: AccessRules, which: PolicyCase) =>
    decideAccess(
      request,
      {
        ...rules,
        unknown: [],
        bucketPolicy: rules.bucketPolicy === null ? null : inCase(rules.bucketPolicy, which),
        identityPolicies: rules.identityPolicies.map((policy) => inCase(policy, which))
      },
      dialect
    )
  const accessState = (rules: AccessRules): { readonly is: AccessState; readonly why: string } => {
    if (decide(rules, "worst").outcome === "allowed") return { is: "allowed", why: "" }
    const best = decide(rules, "best")
    return { is: best.outcome === "allowed" ? "depends" : "denied", why: best.why }
  }
  // unknown parts and their order are equal before and after
  const unknown = after.unknown
  const earlier = completionsOf(request, { ...before, unknown })
  return completionsOf(request, { ...after, unknown }).map((rules, index) => {
    const now = accessState(rules)
    return { before: accessState(earlier[index] ?? before).is, after: now.is, why: now.why }
  })
}

const uncertainties = (question: LossQuestion, after: AccessRules): ReadonlyArray<string> => {
  const { dialect, identity } = question
  const keys =
    after.bucketPolicy === null
      ? []
      : unknownKeys(
          after.bucketPolicy,
          circumstances(identity.principal ?? { kind: "anonymous" }, question, ""),
          dialect
        )
  return [
    ...(identity.principal === null ? ["the gateway does not tell whose keys they are"] : []),
    ...(keys.length === 0 ? [] : [`it depends on ${keys.slice(0, 5).join(", ")} of the request`]),
    ...after.unknown.map(({ why }) => why)
  ]
}
