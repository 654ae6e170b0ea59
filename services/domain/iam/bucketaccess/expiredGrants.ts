import type { AccessPrincipal } from "../../buckets/policies/AccessRequest.ts"
import type { AccessRules } from "../../buckets/policies/AccessRules.ts"
import { principalArn } from "../../buckets/policies/gatewayContext.ts"
import type { Policy, Statement } from "../../buckets/policies/Policy.ts"
import type { AccessRoute } from "./AccessEntry.ts"
import { emptyRoute, grantEnd, type HolderPolicy } from "./accessRoutes.ts"
import { isGrantName } from "./grantNames.ts"
import { grantOfSid } from "./grantPolicies.ts"

interface AskedPlace {
  readonly bucket: string
  readonly prefix: string
  readonly now: string
}

/** Grants of a group are listed for the group only: as routes of each member they would be revoked many times. */
export const expiredGrants = (
  principal: AccessPrincipal,
  rules: AccessRules,
  holderPolicies: ReadonlyArray<HolderPolicy>,
  place: AskedPlace
): ReadonlyArray<AccessRoute> => {
  const hasExpired = ({ until }: GrantStatement) => until !== null && Date.parse(until) <= Date.parse(place.now)
  const routes = [
    ...bucketGrants(principal, rules.bucketPolicy),
    ...rules.identityPolicies.flatMap((policy, index) => {
      const owner = holderPolicies[index]
      return owner === undefined || isMembers(principal, owner) ? [] : identityGrants(policy, owner)
    })
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
    const isNamed = statement.principal?.aws.includes(principalArn(principal)) ?? false
    return grant === null || !isNamed
      ? []
      : [
          {
            statement,
            until: grantEnd(policy, statement.index),
            route: { via: "bucket_policy", name: null, holder: null, grant }
          }
        ]
  })

/** Tests for a policy that a user has as member of a group; a group itself is evaluated without a uid. */
const isMembers = (principal: AccessPrincipal, { entity }: HolderPolicy): boolean =>
  entity === "groups" && principal.kind === "iam_user" && principal.uid !== undefined

const identityGrants = (policy: Policy, owner: HolderPolicy): ReadonlyArray<GrantStatement> =>
  !isGrantName(owner.policy)
    ? []
    : policy.statements.map((statement) => ({
        statement,
        until: grantEnd(policy, statement.index),
        route: {
          via: "identity_policy",
          name: owner.policy,
          holder: { entity: owner.entity, name: owner.holder },
          grant: null
        }
      }))

const concerns = ({ resources }: Statement, { bucket, prefix }: AskedPlace): boolean =>
  resources?.some((resource) => {
    const objects = `arn:aws:s3:::${bucket}/`
    if (!resource.startsWith(objects)) return false
    const folder = resource.slice(objects.length, -1)
    return folder.startsWith(prefix) || prefix.startsWith(folder)
  }) ?? false
