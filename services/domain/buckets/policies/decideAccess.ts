import { principalAccount, type AccessRequest, callerWords, isOwners, needsPolicy } from "./AccessRequest.ts"
import type { AccessRules, UnreadableRule } from "./AccessRules.ts"
import { aclGrants } from "./aclAllows.ts"
import { matchingStatements, type MatchingStatement, type EvaluatedRequest } from "./applies.ts"
import { completionsOf } from "./completions.ts"
import type { AccessDecision, AccessLayer, LayerVerdict } from "./Decision.ts"
import { gatewayContext } from "./gatewayContext.ts"
import { isPublicPolicy } from "./isPublicPolicy.ts"
import { statementName, type PolicyDialect } from "./Policy.ts"
import { s3Action } from "./s3Actions.ts"

/** Follows Ceph 20.2.4 (docs/policies.md). `rules.unknown`: `unknown` unless all possible contents agree. */
export const decideAccess = (request: AccessRequest, rules: AccessRules, dialect: PolicyDialect): AccessDecision => {
  const decision = decideKnown(request, rules, dialect)
  if (rules.unknown.length === 0) return decision
  const layers = decision.layers.map((layer) => withUnknown(layer, rules.unknown))
  const decisive = completionsOf(request, rules).every(
    (completed) => decideKnown(request, completed, dialect).outcome === decision.outcome
  )
  if (decisive) return { ...decision, layers }
  return {
    outcome: "unknown",
    decided_by: null,
    why: `It depends on something that is not known: ${rules.unknown.map(({ why }) => why).join("; ")}`,
    layers
  }
}

const layerOf = {
  policy: "bucket_policy",
  public_access_block: "public_access_block",
  acl: "acl",
  identity_policy: "identity_policy"
} as const

/** A known Deny stays, whatever the unknown part contains. */
const withUnknown = (layer: LayerVerdict, unknown: ReadonlyArray<UnreadableRule>): LayerVerdict => {
  const reasons = unknown.filter(({ part }) => layerOf[part] === layer.layer).map(({ why }) => why)
  return reasons.length === 0 || layer.verdict === "deny" || layer.verdict === "not_asked"
    ? layer
    : { ...layer, verdict: "unknown", why: reasons.join("; ") }
}

const decideKnown = (request: AccessRequest, rules: AccessRules, dialect: PolicyDialect): AccessDecision => {
  const caller = request.principal
  const action = s3Action(request.action)
  const name = action?.name ?? request.action
  const arn = `arn:aws:s3:::${rules.bucket}${request.key === null || action?.on === "bucket" ? "" : `/${request.key}`}`
  const evaluated: EvaluatedRequest = { caller, action: name, arn, context: gatewayContext(request, dialect), dialect }
  const own = isOwners(caller, rules.owner)
  const inAccount = principalAccount(caller) !== ""

  const identity = rules.identityPolicies.flatMap((policy, index) =>
    matchingStatements(policy, evaluated, "identity").map((one) => ({ ...one, policy: index }))
  )
  const resource = (rules.bucketPolicy === null ? [] : matchingStatements(rules.bucketPolicy, evaluated, "bucket")).map(
    (one) => ({
      ...one,
      policy: 0
    })
  )

  const block = blockVerdict(rules, own, dialect)
  const identityPolicy = policyVerdict("identity_policy", identity, "No policy of the caller's own speaks of this")
  const bucketPolicy = policyVerdict(
    "bucket_policy",
    dialect === "aws" && own && needsPolicy(caller) ? withoutDelegated(resource) : resource,
    rules.bucketPolicy === null ? "The bucket has no policy" : "No statement of the bucket's policy speaks of this"
  )
  const root: LayerVerdict = {
    layer: "account_root",
    statements: [],
    ...(caller.kind === "account_root"
      ? { verdict: "allow", why: `The root user may do everything in the name of ${caller.account}` }
      : { verdict: "not_asked", why: "The caller is no account's root user" })
  }
  const aclAsked = dialect === "aws" ? !rules.ownerEnforced : !(inAccount && own)
  const granting = action === undefined || !aclAsked ? [] : aclGrants(rules, caller, action)
  const acl: LayerVerdict = {
    layer: "acl",
    statements: [],
    verdict: !aclAsked ? "not_asked" : granting.length > 0 ? "allow" : "silent",
    why: !aclAsked
      ? dialect === "aws"
        ? "The bucket's owner owns every object: ACLs decide nothing"
        : "RGW asks no ACL about users of the account that owns the bucket"
      : granting.length > 0
        ? `The ACL grants ${granting[0]!.permission} to ${granteeWords(granting[0]!.grantee.kind)}`
        : "No grant of the ACL says yes"
  }
  const layers = [block, identityPolicy, bucketPolicy, root, acl]
  const answer = (allowed: boolean, by: AccessLayer | null, why: string): AccessDecision => ({
    outcome: allowed ? "allowed" : "denied",
    decided_by: by,
    why,
    layers
  })

  if (own && !needsPolicy(caller) && policyActions.has(name)) {
    return answer(true, "owner", "The bucket's owner may always read, change and remove its policy, whatever that says")
  }
  const denying = layers.find(({ verdict }) => verdict === "deny")
  if (denying !== undefined) return answer(false, denying.layer, denying.why)
  const allows = (verdict: LayerVerdict) => verdict.verdict === "allow"
  const resourceSide = [bucketPolicy, acl].find(allows)
  const callerSide = [identityPolicy, root].find(allows)
  const who = callerWords(caller)

  if (inAccount && !own) {
    // cross-account: both sides must allow
    if (resourceSide !== undefined && callerSide !== undefined)
      return answer(true, resourceSide.layer, `${resourceSide.why}; ${lower(callerSide.why)}`)
    if (resourceSide === undefined)
      return answer(
        false,
        null,
        `The bucket belongs to somebody else, and neither its policy nor an ACL lets ${who} in`
      )
    return answer(
      false,
      null,
      `${resourceSide.why}, but ${who} needs a policy of their own account that allows it as well`
    )
  }
  const saying = [bucketPolicy, identityPolicy, root, acl].find(allows)
  if (saying !== undefined) return answer(true, saying.layer, saying.why)
  return answer(
    false,
    null,
    own && inAccount
      ? `Nothing allows it: ${who} needs a policy of their own, or a statement of the bucket's policy`
      : `Nothing allows it: neither the bucket's policy nor an ACL lets ${who} in`
  )
}

const granteeWords = (kind: "owner" | "everybody" | "authenticated") =>
  kind === "owner" ? "the caller" : kind === "everybody" ? "everybody" : "everybody who signs"
const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** No policy can take these from the owner (account root or plain user): nobody is locked out for good. */
const policyActions = new Set(["s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy"])

/** AWS: a statement for the own account's root delegates to the account, whose users need their own policy. */
const withoutDelegated = <A extends MatchingStatement>(statements: ReadonlyArray<A>): ReadonlyArray<A> =>
  statements.filter(({ naming, statement }) => statement.effect === "Deny" || naming === "directly")

const policyVerdict = (
  layer: "identity_policy" | "bucket_policy",
  matches: ReadonlyArray<MatchingStatement & { readonly policy: number }>,
  silence: string
): LayerVerdict => {
  const whose = layer === "identity_policy" ? "the caller's own policy" : "the bucket's policy"
  const denies = matches.filter(({ statement }) => statement.effect === "Deny")
  const deciding = denies.length > 0 ? denies : matches
  const statements = deciding.map(({ policy, statement }) => ({
    index: statement.index,
    sid: statement.sid,
    effect: statement.effect,
    policy
  }))
  if (deciding.length === 0) return { layer, verdict: "silent", statements, why: silence }
  const named = statementName(deciding[0]!.statement)
  return denies.length > 0
    ? { layer, verdict: "deny", statements, why: `${named} of ${whose} denies it, and a Deny always wins` }
    : { layer, verdict: "allow", statements, why: `${named} of ${whose} allows it` }
}

const blockVerdict = (rules: AccessRules, own: boolean, dialect: PolicyDialect): LayerVerdict => {
  const shut =
    rules.publicAccess.restrict_public_buckets &&
    rules.bucketPolicy !== null &&
    isPublicPolicy(rules.bucketPolicy, dialect) &&
    !own
  return {
    layer: "public_access_block",
    statements: [],
    verdict: shut ? "deny" : "silent",
    why: shut
      ? "RestrictPublicBuckets is on and the bucket's policy is public: only the owner's users get in"
      : "The public access block does not stand in the way"
  }
}
