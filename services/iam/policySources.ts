import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { AccessSource, IamAccess } from "#domain/iam/IamAccess.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { rgwPolicyDocument } from "#domain/iam/rgwPolicies.ts"
import { PolicyEvaluator } from "#services/buckets/policies/PolicyEvaluator.ts"
import { Iam } from "./Iam.ts"
import { IamEntities } from "./IamEntities.ts"

export const makePolicySources = Effect.gen(function* () {
  const { evaluate } = yield* PolicyEvaluator
  const iam = yield* Iam
  const entities = yield* IamEntities

  const of = Effect.fnUntraced(function* (target: S3Target, entity: PolicyHolder, name: string) {
    const dialect = dialectOf(target.url)
    const [inline, attached] = yield* Effect.all(
      [iam.inline(target, entity, name), iam.attached(target, entity, name)],
      { concurrency: 2 }
    )
    const source = Effect.fnUntraced(function* (
      kind: AccessSource["kind"],
      policy: string,
      arn: string | null,
      document: string | null
    ) {
      const decoded = document === null ? null : yield* evaluate("identityPolicy", { dialect, text: document })
      const accessSource: AccessSource = {
        kind,
        name: policy,
        arn,
        holder: { entity, name },
        document,
        faults: decoded?.faults ?? [],
        words: decoded?.words ?? null
      }
      return accessSource
    })
    return yield* Effect.all([
      ...inline.map((policy) => source("inline", policy.name, null, policy.document)),
      ...attached.map((policy) =>
        source("managed", policy.name, policy.arn, dialect === "rgw" ? rgwPolicyDocument(policy.arn) : null)
      )
    ])
  })

  const sourcesOf = Effect.fnUntraced(function* (target: S3Target, entity: PolicyHolder, name: string) {
    const groups = entity === "users" ? yield* entities.groupsOf(target, name) : []
    const [own, ...others] = yield* Effect.forEach(
      [{ entity, name }, ...groups.map((group) => ({ entity: "groups" as const, name: group.name }))],
      (holder) => of(target, holder.entity, holder.name),
      { concurrency: 4 }
    )
    const sources = [...(own ?? []), ...others.flat()]
    const unknown = sources.filter(({ document }) => document === null).map((source) => source.name)
    const access: IamAccess = {
      sources,
      notes: [
        ...(sources.length === 0 ? ["No policy speaks for it: bucket policies aside, it may do nothing."] : []),
        ...(unknown.length === 0
          ? []
          : [`What ${unknown.join(", ")} says is not known here, and makes answers that depend on it unknown.`]),
        ...(entity === "roles" ? ["Evaluated for a session of the role. Session policies are not evaluated."] : [])
      ]
    }
    return access
  })

  return { sourcesOf }
})
