import type { AccessRules } from "../../buckets/policies/AccessRules.ts"
import type { AccessDecision, LayerVerdict } from "../../buckets/policies/Decision.ts"
import type { AccessPrincipal } from "../../buckets/policies/AccessRequest.ts"
import { arnOf } from "../../buckets/policies/gatewayContext.ts"
import { nameOf, type Policy, type Statement } from "../../buckets/policies/Policy.ts"
import type { AccessRight, AccessRoute } from "./AccessEntry.ts"
import { isGrantName } from "./grantNames.ts"
import { grantOfSid } from "./grantPolicies.ts"

/** Holder of an identity policy, and its name. */
export interface HeldPolicy {
  readonly entity: "users" | "groups" | "roles"
  readonly holder: string
  readonly policy: string
}

interface DecidedRight {
  readonly right: AccessRight
  readonly decisions: ReadonlyArray<{
    readonly state: "yes" | "no" | "unknown"
    readonly worst: AccessDecision
    readonly best: AccessDecision
  }>
}

export const emptyRoute: Omit<AccessRoute, "via"> = {
  effect: "Allow",
  name: null,
  holder: null,
  statement: null,
  grant: null,
  until: null,
  expired: false,
  rights: [],
  revocable: false
}

/** Every layer and statement that allows a right, or denies one that is not granted. */
export const routesOf = (
  decided: ReadonlyArray<DecidedRight>,
  rules: AccessRules,
  held: ReadonlyArray<HeldPolicy>
): ReadonlyArray<AccessRoute> => {
  const routes = new Map<string, AccessRoute>()
  const add = (route: Omit<AccessRoute, "rights">, right: AccessRight) => {
    const key = JSON.stringify(route)
    const rights = routes.get(key)?.rights ?? []
    routes.set(key, { ...route, rights: rights.includes(right) ? rights : [...rights, right] })
  }
  for (const { decisions, right } of decided) {
    for (const { best, state, worst } of decisions) {
      const decision = state === "yes" ? worst : best
      const effect = state === "no" ? "deny" : "allow"
      if (decision.decided_by === "owner") add({ ...emptyRoute, via: "owner" }, right)
      else
        for (const layer of decision.layers)
          if (layer.verdict === effect) for (const route of ofLayer(layer, rules, held)) add(route, right)
    }
  }
  return [...routes.values()]
}

interface AskedPlace {
  readonly bucket: string
  readonly prefix: string
  /** ISO 8601. */
  readonly now: string
}

/** Grants of "Give access" to this principal whose end has passed, one route for all statements of a grant. */
export const expiredGrants = (
  principal: AccessPrincipal,
  rules: AccessRules,
  held: ReadonlyArray<HeldPolicy>,
  place: AskedPlace
): ReadonlyArray<AccessRoute> => {
  const hasExpired = ({ until }: GrantStatement) => until !== null && Date.parse(until) <= Date.parse(place.now)
  const routes = [
    ...bucketGrants(principal, rules.bucketPolicy),
    ...rules.identityPolicies.flatMap((policy, index) => identityGrants(policy, held[index]))
  ]
    .filter((grant) => hasExpired(grant) && concerns(grant.statement, place))
    .map(({ route, until }): AccessRoute => ({ ...emptyRoute, ...route, until, expired: true, revocable: true }))
  return [...new Map(routes.map((route) => [JSON.stringify(route), route])).values()]
}

interface GrantStatement {
  readonly statement: Statement
  readonly until: string | null
  readonly route: Pick<AccessRoute, "via" | "name" | "holder" | "grant">
}

const bucketGrants = (principal: AccessPrincipal, policy: Policy | null): ReadonlyArray<GrantStatement> =>
  (policy?.statements ?? []).flatMap((statement) => {
    const grant = statement.sid === null ? null : grantOfSid(statement.sid)
    const isNamed = statement.principal?.aws.includes(arnOf(principal)) ?? false
    return grant === null || !isNamed
      ? []
      : [
          {
            statement,
            until: endOf(policy, statement.index),
            route: { via: "bucket_policy", name: null, holder: null, grant }
          }
        ]
  })

const identityGrants = (policy: Policy, owner: HeldPolicy | undefined): ReadonlyArray<GrantStatement> =>
  owner === undefined || !isGrantName(owner.policy)
    ? []
    : policy.statements.map((statement) => ({
        statement,
        until: endOf(policy, statement.index),
        route: {
          via: "identity_policy",
          name: owner.policy,
          holder: { entity: owner.entity, name: owner.holder },
          grant: null
        }
      }))

/** Tests for a statement of a grant about the bucket, and about the folder, one around it or one within. */
const concerns = ({ resources }: Statement, { bucket, prefix }: AskedPlace): boolean =>
  resources?.some((resource) => {
    const objects = `arn:aws:s3:::${bucket}/`
    if (!resource.startsWith(objects)) return false
    const folder = resource.slice(objects.length, -1)
    return folder.startsWith(prefix) || prefix.startsWith(folder)
  }) ?? false

const ofLayer = (
  { layer, statements, verdict }: LayerVerdict,
  rules: AccessRules,
  held: ReadonlyArray<HeldPolicy>
): ReadonlyArray<Omit<AccessRoute, "rights">> => {
  const effect = verdict === "deny" ? "Deny" : "Allow"
  if (layer !== "bucket_policy" && layer !== "identity_policy") return [{ ...emptyRoute, via: layer, effect }]
  return statements.map(({ index, policy, sid }) => {
    const owner = layer === "identity_policy" ? held[policy] : undefined
    const grant = owner === undefined && sid !== null ? grantOfSid(sid) : null
    const source = layer === "identity_policy" ? rules.identityPolicies[policy] : rules.bucketPolicy
    return {
      ...emptyRoute,
      via: layer,
      effect,
      name: owner?.policy ?? null,
      holder: owner === undefined ? null : { entity: owner.entity, name: owner.holder },
      statement: nameOf({ index, sid }),
      until: endOf(source ?? null, index),
      grant,
      revocable: owner === undefined ? grant !== null : isGrantName(owner.policy)
    }
  })
}

/** Time at which a statement ends by its own condition. */
const endOf = (policy: Policy | null, index: number): string | null =>
  policy?.statements
    .find((statement) => statement.index === index)
    ?.conditions.find(({ key, operator }) => key === "aws:CurrentTime" && operator.startsWith("DateLessThan"))
    ?.values[0] ?? null
