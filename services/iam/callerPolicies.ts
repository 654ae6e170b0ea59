import { Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { isUnsupportedError } from "#domain/buckets/features/readingOf.ts"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import { type SavingIdentity, plainUser } from "#domain/buckets/policies/findAccessLosses.ts"
import { arnParts } from "#domain/buckets/policies/matchPattern.ts"
import { ConnectionAccess } from "#services/accounts/connections/ConnectionAccess.ts"
import { CallerPolicies, type CallerRules } from "#services/buckets/policies/CallerPolicies.ts"
import { Iam } from "./Iam.ts"
import { IamEntities } from "./IamEntities.ts"
import { makeIamTarget } from "./iamTarget.ts"
import { makePolicySources } from "./policySources.ts"

const unknownOf = (principal: AccessPrincipal, why: string): CallerRules => ({
  principal,
  identity: {
    documents: [],
    unread: [
      { part: "identity_policy", why: `the caller's own policies could not be read (${why.replace(/\.$/, "")})` }
    ]
  }
})

const rulesFrom = (principal: AccessPrincipal, documents: CallerRules["identity"]["documents"]): CallerRules => ({
  principal,
  identity: { documents, unread: [] }
})

const principalOfArn = (arn: string): AccessPrincipal | null => {
  const [, , service, , account, resource] = arnParts(arn) ?? []
  if (service !== "iam" || account === undefined || resource === undefined) return null
  if (resource === "root") return account === "" ? null : { kind: "account_root", account }
  const name = resource.startsWith("user/") ? resource.slice("user/".length) : ""
  return name === "" ? null : account === "" ? plainUser(name) : { kind: "iam_user", account, name }
}

export const CallerPoliciesIam = Layer.effect(
  CallerPolicies,
  Effect.gen(function* () {
    const entities = yield* IamEntities
    const iam = yield* Iam
    const connections = yield* ConnectionAccess
    const targetOf = yield* makeIamTarget
    const { sourcesOf } = yield* makePolicySources

    const iamUser = Effect.fnUntraced(function* (
      context: ResolvedContext,
      principal: Extract<AccessPrincipal, { readonly kind: "iam_user" }>
    ) {
      const target = yield* targetOf(context)
      const { arn, id, name, path } = yield* entities.user(target, principal.name.split("/").at(-1) ?? principal.name)
      if (arnParts(arn)?.[4] !== principal.account)
        return unknownOf(principal, `IAM of account ${principal.account} is not open to this context`)
      const { sources } = yield* sourcesOf(target, "users", name)
      return rulesFrom(
        { ...principal, name: `${path.slice(1)}${name}`, uid: id },
        sources.map(({ document, name }) => ({ document, name }))
      )
    })

    const iamRole = Effect.fnUntraced(function* (
      context: ResolvedContext,
      principal: Extract<AccessPrincipal, { readonly kind: "iam_role" }>
    ) {
      const target = yield* targetOf(context)
      const { arn, name, path } = yield* entities.role(target, principal.name.split("/").at(-1) ?? principal.name)
      if (arnParts(arn)?.[4] !== principal.account)
        return unknownOf(principal, `IAM of account ${principal.account} is not open to this context`)
      const { sources } = yield* sourcesOf(target, "roles", name)
      return rulesFrom(
        { ...principal, name: `${path.slice(1)}${name}` },
        sources.map(({ document, name }) => ({ document, name }))
      )
    })

    /** RGW requires the capability user-policy=read for policies of users outside accounts (I9). */
    const plainUserOf = Effect.fnUntraced(function* (
      context: ResolvedContext,
      principal: Extract<AccessPrincipal, { readonly kind: "plain_user" }>
    ) {
      const uid =
        principal.tenant === undefined || principal.tenant === ""
          ? principal.uid
          : `${principal.tenant}$${principal.uid}`
      const { admin, bucketOwner } = context
      if (admin === null || bucketOwner?._tag !== "Uid" || bucketOwner.uid !== uid)
        return unknownOf(principal, "this context may read its own user's policies alone")
      const target: S3Target = { ...admin, userSupplied: false, pathStyle: true }
      const inline = yield* iam.inline(target, "users", uid)
      const attached = yield* iam
        .attached(target, "users", uid)
        .pipe(Effect.catchIf(isUnsupportedError, () => Effect.succeed([])))
      if (attached.length > 0) return unknownOf(principal, `${attached[0]?.name} is attached`)
      return rulesFrom(principal, inline)
    })

    const read = Effect.fn("CallerPolicies.read")(function* (context: ResolvedContext, principal: AccessPrincipal) {
      const identityRead =
        principal.kind === "iam_user"
          ? iamUser(context, principal)
          : principal.kind === "iam_role"
            ? iamRole(context, principal)
            : principal.kind === "plain_user"
              ? plainUserOf(context, principal)
              : Effect.succeed(rulesFrom(principal, []))
      return yield* identityRead.pipe(
        Effect.catch((error) =>
          Effect.succeed(
            unknownOf(
              principal,
              error._tag === "NotFound"
                ? "the gateway knows no such user"
                : error._tag === "StorageTimeout"
                  ? "the gateway did not answer in time"
                  : error.detail
            )
          )
        )
      )
    })

    /** Account contexts sign as root user; the owner of a connection comes from its probe or its creator. */
    const principalOf = Effect.fnUntraced(function* ({ bucketOwner, context, listingKey }: ResolvedContext) {
      const owner = listingOwner(listingKey)?.owner
      if (context.kind === "account" && owner !== undefined) {
        const root: AccessPrincipal = {
          kind: "account_root",
          account: owner,
          ...(bucketOwner?._tag === "Uid" ? { uid: bucketOwner.uid } : {})
        }
        return root
      }
      if (context.kind === "s3_user" && owner !== undefined) return plainUser(owner)
      const id = parseContextId(context.id)
      const connection =
        id._tag === "Some" && id.value.kind === "connection" ? yield* connections.byId(id.value.id) : null
      if (connection === null) return null
      const { owner_identifier, owner_type, probe } = connection
      const arn = probe?.identity?.arn ?? owner_identifier
      return arn === null
        ? null
        : (principalOfArn(arn) ??
            (owner_type === "s3_user" && owner_identifier !== null ? plainUser(owner_identifier) : null))
    })

    return CallerPolicies.of({
      read,
      identityOf: Effect.fn("CallerPolicies.identityOf")(function* (context) {
        const principal = yield* principalOf(context)
        if (principal === null) {
          const unknown: SavingIdentity = {
            principal,
            policies: {
              documents: [],
              unread: [{ part: "identity_policy", why: "the identity's own policies are not known" }]
            }
          }
          return unknown
        }
        const { identity, principal: knownPrincipal } = yield* read(context, principal)
        return { principal: knownPrincipal, policies: identity }
      })
    })
  })
)
