import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { arnParts } from "#domain/buckets/policies/matchPattern.ts"
import type { AccessHolder } from "#domain/iam/bucketaccess/evaluateHolders.ts"
import type { HolderPolicy } from "#domain/iam/bucketaccess/accessRoutes.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { rgwPolicyDocument } from "#domain/iam/rgwPolicies.ts"
import { Iam } from "../Iam.ts"
import { IamEntities, type IamRow } from "../IamEntities.ts"

interface Held extends HolderPolicy {
  readonly document: string | null
}

const holderNouns: Readonly<Record<PolicyHolder, string>> = { users: "user", groups: "group", roles: "role" }

const reasonOf = (error: GatewayFailure): string =>
  error._tag === "StorageTimeout" ? "the gateway did not answer in time" : error.detail.replace(/\.$/, "")

/** Uses the key of a context. A group is read once for all its members. */
export const makeIdentityReader = Effect.gen(function* () {
  const iam = yield* Iam
  const entities = yield* IamEntities

  return (target: S3Target) => {
    const dialect = dialectOf(target.url)
    const groups = new Map<string, Effect.Effect<ReadonlyArray<Held>, NotFound | GatewayFailure>>()

    const policiesOf = (entity: PolicyHolder, holder: string) =>
      Effect.map(
        Effect.all([iam.inline(target, entity, holder), iam.attached(target, entity, holder)], { concurrency: 2 }),
        ([inline, attached]): ReadonlyArray<Held> => [
          ...inline.map(({ document, name }) => ({ entity, holder, policy: name, document })),
          ...attached.map(({ arn, name }) => ({
            entity,
            holder,
            policy: name,
            document: dialect === "rgw" ? rgwPolicyDocument(arn) : null
          }))
        ]
      )

    const ofGroup = Effect.fnUntraced(function* (name: string) {
      const cachedRead = groups.get(name)
      if (cachedRead !== undefined) return yield* cachedRead
      const read = yield* Effect.cached(policiesOf("groups", name))
      groups.set(name, read)
      return yield* read
    })

    const heldBy = Effect.fnUntraced(function* (entity: PolicyHolder, name: string) {
      if (entity !== "users") return yield* policiesOf(entity, name)
      const [own, memberships] = yield* Effect.all([policiesOf("users", name), entities.groupsOf(target, name)], {
        concurrency: 2
      })
      const others = yield* Effect.forEach(memberships, (group) => ofGroup(group.name), { concurrency: 2 })
      return [...own, ...others.flat()]
    })

    /** Null: deleted meanwhile. A failed read is an unknown part of the holder's policies. */
    return (entity: PolicyHolder, row: IamRow): Effect.Effect<AccessHolder | null> => {
      const account = arnParts(row.arn)?.[4] ?? ""
      const called = `${row.path.slice(1)}${row.name}`
      const principal: AccessHolder["principal"] =
        entity === "users"
          ? { kind: "iam_user", account, name: called, uid: row.id }
          : entity === "roles"
            ? { kind: "iam_role", account, name: called }
            : { kind: "iam_user", account, name: `\u{e000}${row.name}` }
      return heldBy(entity, row.name).pipe(
        Effect.map((holderPolicies): AccessHolder | null => ({
          principal,
          holderPolicies,
          identity: {
            documents: holderPolicies.map(({ document, policy }) => ({ name: policy, document })),
            unread: []
          }
        })),
        Effect.catch((error) =>
          Effect.succeed<AccessHolder | null>(
            error._tag === "NotFound"
              ? null
              : {
                  principal,
                  holderPolicies: [],
                  identity: {
                    documents: [],
                    unread: [
                      {
                        part: "identity_policy",
                        why: `the policies of this ${holderNouns[entity]} could not be read (${reasonOf(error)})`
                      }
                    ]
                  }
                }
          )
        )
      )
    }
  }
})
