import { Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { isLackOfFeature } from "#domain/buckets/features/readingOf.ts"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import { arnParts } from "#domain/buckets/policies/matchPattern.ts"
import { CallerPolicies, type CallerRules } from "#services/buckets/policies/CallerPolicies.ts"
import { Iam } from "./Iam.ts"
import { IamEntities } from "./IamEntities.ts"
import { makeIamTarget } from "./iamTarget.ts"
import { makePolicySources } from "./policySources.ts"

const unknownOf = (principal: AccessPrincipal, why: string): CallerRules =>
  ({ principal, identity: { documents: [], unread: [{ part: "identity_policy", why: `the caller's own policies could not be read (${why.replace(/\.$/, "")})` }] } })

const rulesFrom = (principal: AccessPrincipal, documents: CallerRules["identity"]["documents"]): CallerRules => ({ principal, identity: { documents, unread: [] } })

/** Reads IAM users of a context's account by its key, and the context's own user in no account by the technical key. */
export const CallerPoliciesIam = Layer.effect(CallerPolicies, Effect.gen(function*() {
  const entities = yield* IamEntities
  const iam = yield* Iam
  const targetOf = yield* makeIamTarget
  const { sourcesOf } = yield* makePolicySources

  const iamUser = Effect.fnUntraced(function*(context: ResolvedContext, principal: Extract<AccessPrincipal, { readonly kind: "iam_user" }>) {
    const target = yield* targetOf(context)
    const { arn, id, name, path } = yield* entities.user(target, principal.name.split("/").at(-1) ?? principal.name)
    if (arnParts(arn)?.[4] !== principal.account) return unknownOf(principal, `IAM of account ${principal.account} is not open to this context`)
    const { sources } = yield* sourcesOf(target, "users", name)
    return rulesFrom({ ...principal, name: `${path.slice(1)}${name}`, uid: id }, sources.map(({ document, name }) => ({ document, name })))
  })

  /** RGW gives the policies of a user in no account to a key with the capability user-policy=read alone (I9). */
  const plainUser = Effect.fnUntraced(function*(context: ResolvedContext, principal: Extract<AccessPrincipal, { readonly kind: "plain_user" }>) {
    const uid = principal.tenant === undefined || principal.tenant === "" ? principal.uid : `${principal.tenant}$${principal.uid}`
    const { admin, bucketOwner } = context
    if (admin === null || bucketOwner?._tag !== "Uid" || bucketOwner.uid !== uid) return unknownOf(principal, "this context may read its own user's policies alone")
    const target: S3Target = { ...admin, userSupplied: false, pathStyle: true }
    const inline = yield* iam.inline(target, "users", uid)
    const attached = yield* iam.attached(target, "users", uid).pipe(Effect.catchIf(isLackOfFeature, () => Effect.succeed([])))
    if (attached.length > 0) return unknownOf(principal, `${attached[0]?.name} is attached`)
    return rulesFrom(principal, inline)
  })

  return CallerPolicies.of({
    read: Effect.fn("CallerPolicies.read")(function*(context, principal) {
      const read = principal.kind === "iam_user" ? iamUser(context, principal) : principal.kind === "plain_user" ? plainUser(context, principal)
        : Effect.succeed(rulesFrom(principal, []))
      return yield* read.pipe(Effect.catch((error) => Effect.succeed(unknownOf(principal, error._tag === "NotFound" ? "the gateway knows no such user"
        : error._tag === "StorageTimeout" ? "the gateway did not answer in time" : error.detail))))
    })
  })
}))
