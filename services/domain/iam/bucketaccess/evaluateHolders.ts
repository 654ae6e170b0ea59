import { type AccessPrincipal, isOwners } from "../../buckets/policies/AccessRequest.ts"
import type { AccessRules } from "../../buckets/policies/AccessRules.ts"
import { decideAccess } from "../../buckets/policies/decideAccess.ts"
import type { AccessDecision } from "../../buckets/policies/Decision.ts"
import { gatewayContext, listingKeys } from "../../buckets/policies/gatewayContext.ts"
import { type IdentityDocuments, withIdentity } from "../../buckets/policies/identityRules.ts"
import { isPublicPolicy } from "../../buckets/policies/isPublicPolicy.ts"
import { fitsPattern } from "../../buckets/policies/matchPattern.ts"
import type { Policy, PolicyDialect } from "../../buckets/policies/Policy.ts"
import { type KnownContext, policyInCase, unknownKeys } from "../../buckets/policies/policyInCase.ts"
import { type RuleDocuments, accessRulesOf } from "../../buckets/policies/accessRulesOf.ts"
import {
  type AccessRight,
  accessRights,
  type AccessRights,
  type AccessRoute,
  allRights,
  NO,
  type RightState
} from "./AccessEntry.ts"
import { accessPlaces, type AccessPlace, MAX_PLACES, unnamedKey } from "./accessPlaces.ts"
import { emptyRoute, type HolderPolicy, accessRoutes } from "./accessRoutes.ts"
import { expiredGrants } from "./expiredGrants.ts"

export interface AccessHolder {
  readonly principal: AccessPrincipal
  readonly identity: IdentityDocuments
  readonly holderPolicies: ReadonlyArray<HolderPolicy>
}

export interface HolderQuestion {
  readonly bucket: string
  readonly dialect: PolicyDialect
  readonly documents: RuleDocuments
  readonly owner: string | null
  readonly prefix: string
  readonly tls: boolean
  readonly now: string
  readonly holders: ReadonlyArray<AccessHolder>
}

export interface HolderAccess {
  readonly rights: AccessRights
  readonly routes: ReadonlyArray<AccessRoute>
  readonly unknown: ReadonlyArray<string>
}

type State = RightState["state"]

interface DecidedRight {
  readonly state: RightState
  readonly isUnsure: boolean
  readonly decisions: ReadonlyArray<Evaluated>
}

interface Evaluated {
  readonly state: State
  readonly worst: AccessDecision
  readonly best: AccessDecision
}

const objectActions = { read: "s3:GetObject", write: "s3:PutObject", delete: "s3:DeleteObject" } as const
const administration = ["s3:PutBucketPolicy", "s3:PutBucketAcl", "s3:PutLifecycleConfiguration", "s3:DeleteBucket"]

/** Conditions that depend on the request are unknown. */
export const evaluateHolders = (question: HolderQuestion): ReadonlyArray<HolderAccess> => {
  const rules = bucketRules(question)
  return question.holders.map((holder) => evaluateHolder(holder, question, rules))
}

const bucketRules = ({ bucket, dialect, documents, owner }: HolderQuestion): AccessRules => {
  const rules = accessRulesOf(bucket, documents, dialect)
  return rules.owner === "" && owner !== null ? { ...rules, owner } : rules
}

const shutOut: HolderAccess = {
  rights: allRights(NO),
  routes: [{ ...emptyRoute, via: "public_access_block", effect: "Deny", rights: [...accessRights] }],
  unknown: []
}

const evaluateHolder = (holder: AccessHolder, question: HolderQuestion, bucket: AccessRules): HolderAccess => {
  const { dialect, prefix } = question
  const { principal } = holder
  const rules = withIdentity(bucket, holder.identity, dialect)
  const policies = [...(rules.bucketPolicy === null ? [] : [rules.bucketPolicy]), ...rules.identityPolicies]
  const places = accessPlaces(policies, rules.bucket, prefix, dialect)
  const restricted =
    rules.publicAccess.restrict_public_buckets &&
    rules.bucketPolicy !== null &&
    isPublicPolicy(rules.bucketPolicy, dialect)
  if (restricted && !isOwners(principal, rules.owner)) return shutOut
  const plain = casesOf(rules, circumstances(principal, question, null), dialect)
  const decide = (cases: Cases, action: string, key: string | null, context: Record<string, Array<string>> = {}) => {
    const request = { principal, action, key, context }
    const [worst, best] = [decideAccess(request, cases.worst, dialect), decideAccess(request, cases.best, dialect)]
    const state: State =
      worst.outcome === "unknown" || worst.outcome !== best.outcome
        ? "unknown"
        : worst.outcome === "allowed"
          ? "yes"
          : "no"
    const evaluated: Evaluated = { state, worst, best }
    return evaluated
  }
  const listing = (action: string) =>
    decide(
      casesOf(rules, circumstances(principal, question, action), dialect),
      "s3:ListBucket",
      null,
      action === "" ? {} : { "s3:prefix": [action] }
    )
  const evaluated = new Map<AccessRight, DecidedRight>()
  evaluated.set(
    "list",
    inPlaces(listing(prefix), places.prefixes, (place) => listing(place.key), dialect)
  )
  for (const right of ["read", "write", "delete"] as const) {
    const of = (key: string) => decide(plain, objectActions[right], key)
    evaluated.set(
      right,
      inPlaces(of(unnamedKey(prefix)), places.keys, ({ key }) => of(key), dialect)
    )
  }
  evaluated.set("administer", anyOf(administration.map((action) => decide(plain, action, null))))
  const rightOf = (right: AccessRight) => evaluated.get(right)!
  const unsure = accessRights.some((right) => rightOf(right).isUnsure)
  const tooMany = places.keys.length > MAX_PLACES || places.prefixes.length > MAX_PLACES
  return {
    rights: {
      list: rightOf("list").state,
      read: rightOf("read").state,
      write: rightOf("write").state,
      delete: rightOf("delete").state,
      administer: rightOf("administer").state
    },
    routes: [
      ...accessRoutes(
        accessRights.map((right) => ({ right, decisions: rightOf(right).decisions })),
        rules,
        holder.holderPolicies
      ),
      ...expiredGrants(principal, rules, holder.holderPolicies, question)
    ],
    unknown: [
      ...(unsure ? uncertainties(rules, policies, circumstances(principal, question, null), dialect) : []),
      ...(tooMany ? [`The policies name more than ${MAX_PLACES} folders: the others are not shown one by one`] : [])
    ]
  }
}

interface Cases {
  readonly worst: AccessRules
  readonly best: AccessRules
}

/** Rules with every condition decided, for and against the caller. RestrictPublicBuckets was checked before. */
const casesOf = (rules: AccessRules, knownContext: KnownContext, dialect: PolicyDialect): Cases => {
  const inCase = (which: "worst" | "best"): AccessRules => ({
    ...rules,
    bucketPolicy: rules.bucketPolicy === null ? null : policyInCase(rules.bucketPolicy, knownContext, dialect, which),
    identityPolicies: rules.identityPolicies.map((policy) => policyInCase(policy, knownContext, dialect, which)),
    publicAccess: { ...rules.publicAccess, restrict_public_buckets: false }
  })
  return { worst: inCase("worst"), best: inCase("best") }
}

const circumstances = (
  principal: AccessPrincipal,
  { dialect, now, tls }: HolderQuestion,
  prefix: string | null
): KnownContext => {
  const { "aws:username": name, ...values } = gatewayContext(
    { principal, action: "s3:GetBucketPolicy", key: null, context: {} },
    dialect
  )
  const isNamed =
    name !== undefined &&
    (dialect === "aws" ||
      principal.kind === "anonymous" ||
      (principal.kind !== "iam_role" && principal.uid !== undefined))
  return {
    values: {
      ...values,
      "aws:CurrentTime": [now],
      ...(isNamed ? { "aws:username": name } : {}),
      ...(tls || dialect === "rgw" ? {} : { "aws:SecureTransport": ["false"] }),
      ...(prefix === null || (prefix === "" && dialect === "rgw") ? {} : { "s3:prefix": [prefix] })
    },
    missing: new Set([
      ...(!tls && dialect === "rgw" ? ["aws:securetransport"] : []),
      ...(prefix === null ? listingKeys : prefix === "" && dialect === "rgw" ? ["s3:prefix"] : [])
    ])
  }
}

const rank: Readonly<Record<State, number>> = { yes: 2, unknown: 1, no: 0 }

const inPlaces = (
  everywhere: Evaluated,
  places: ReadonlyArray<AccessPlace>,
  decide: (place: AccessPlace) => Evaluated,
  dialect: PolicyDialect
) => {
  const decisions = places.slice(0, MAX_PLACES).map((place) => ({ place, decided: decide(place) }))
  const highest = decisions.reduce<State>(
    (state, { decided }) => (rank[decided.state] > rank[state] ? decided.state : state),
    everywhere.state
  )
  const patterns = (chosen: typeof decisions) => chosen.map(({ place }) => place.pattern)
  const only =
    highest === everywhere.state
      ? []
      : outermost(patterns(decisions.filter(({ decided }) => decided.state === highest)), dialect)
  const lower = decisions.filter(({ decided }) => rank[decided.state] < rank[highest])
  const except =
    highest !== "yes"
      ? []
      : outermost(
          patterns(lower).filter(
            (pattern) => only.length === 0 || only.some((outer) => fitsPattern(outer, sampleOf(pattern), dialect))
          ),
          dialect
        )
  const state: RightState = { state: highest, only, except }
  const decisive = decisions.filter(({ decided }) => decided.state === highest && decided.state !== "no")
  return {
    state,
    isUnsure: [everywhere, ...decisions.map(({ decided }) => decided)].some((one) => one.state === "unknown"),
    decisions: [
      ...(everywhere.state === highest || everywhere.state === "unknown" ? [everywhere] : []),
      ...decisive.map(({ decided }) => decided),
      ...decisions
        .filter(({ decided }) => decided.state === "no" && decided.worst.decided_by !== null)
        .map(({ decided }) => decided)
    ]
  }
}

const sampleOf = (pattern: string): string => pattern.replaceAll("*", "\u{e000}").replaceAll("?", "x")

const outermost = (patterns: ReadonlyArray<string>, dialect: PolicyDialect): ReadonlyArray<string> =>
  patterns.filter(
    (pattern) => !patterns.some((other) => other !== pattern && fitsPattern(other, sampleOf(pattern), dialect))
  )

const anyOf = (decisions: ReadonlyArray<Evaluated>) => {
  const best = decisions.reduce<State>((state, one) => (rank[one.state] > rank[state] ? one.state : state), "no")
  const state: RightState = { state: best, only: [], except: [] }
  return { state, isUnsure: best === "unknown", decisions: decisions.filter((one) => one.state === best) }
}

const uncertainties = (
  rules: AccessRules,
  policies: ReadonlyArray<Policy>,
  knownContext: KnownContext,
  dialect: PolicyDialect
): ReadonlyArray<string> => {
  const keys = [...new Set(policies.flatMap((policy) => unknownKeys(policy, knownContext, dialect)))]
  return [
    ...rules.unknown.map(({ why }) => why),
    ...(keys.length === 0 ? [] : [`It depends on ${keys.slice(0, 5).join(", ")} of the request`])
  ]
}
