import type { AccessRules } from "../../buckets/policies/AccessRules.ts"
import type { AccessDecision, LayerVerdict } from "../../buckets/policies/Decision.ts"
import { statementName, type Policy } from "../../buckets/policies/Policy.ts"
import type { AccessRight, AccessRoute } from "./AccessEntry.ts"
import { isGrantName } from "./grantNames.ts"
import { grantOfSid } from "./grantPolicies.ts"

export interface HolderPolicy {
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

export const accessRoutes = (
  decided: ReadonlyArray<DecidedRight>,
  rules: AccessRules,
  holderPolicies: ReadonlyArray<HolderPolicy>
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
          if (layer.verdict === effect) for (const route of ofLayer(layer, rules, holderPolicies)) add(route, right)
    }
  }
  return [...routes.values()]
}

const ofLayer = (
  { layer, statements, verdict }: LayerVerdict,
  rules: AccessRules,
  holderPolicies: ReadonlyArray<HolderPolicy>
): ReadonlyArray<Omit<AccessRoute, "rights">> => {
  const effect = verdict === "deny" ? "Deny" : "Allow"
  if (layer !== "bucket_policy" && layer !== "identity_policy") return [{ ...emptyRoute, via: layer, effect }]
  return statements.map(({ index, policy, sid }) => {
    const owner = layer === "identity_policy" ? holderPolicies[policy] : undefined
    const grant = owner === undefined && sid !== null ? grantOfSid(sid) : null
    const source = layer === "identity_policy" ? rules.identityPolicies[policy] : rules.bucketPolicy
    return {
      ...emptyRoute,
      via: layer,
      effect,
      name: owner?.policy ?? null,
      holder: owner === undefined ? null : { entity: owner.entity, name: owner.holder },
      statement: statementName({ index, sid }),
      until: grantEnd(source ?? null, index),
      grant,
      revocable: owner === undefined ? grant !== null : isGrantName(owner.policy)
    }
  })
}

export const grantEnd = (policy: Policy | null, index: number): string | null =>
  policy?.statements
    .find((statement) => statement.index === index)
    ?.conditions.find(({ key, operator }) => key === "aws:CurrentTime" && operator.startsWith("DateLessThan"))
    ?.values[0] ?? null
