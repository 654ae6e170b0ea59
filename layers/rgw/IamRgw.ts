import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { rgwPolicies } from "#domain/iam/rgwPolicies.ts"
import { textAt } from "#domain/platform/xml/Element.ts"
import { Iam } from "#services/iam/Iam.ts"
import { holders, iamCaller, orMissing } from "./iamCaller.ts"
import { documentText, rowsOf } from "./iamXml.ts"
import { hasStatus } from "./refusals.ts"

const MAX_CONCURRENT_READS = 8

export const IamRgw = Layer.effect(
  Iam,
  Effect.gen(function* () {
    const { all, ask } = yield* iamCaller

    const notSupported = hasStatus([405, 501])

    const inline = Effect.fnUntraced(function* (target: S3Target, holder: PolicyHolder, name: string) {
      const { entity, name: field, verb } = holders[holder]
      const names = yield* orMissing(entity, name)(all(target, `List${verb}Policies`, rowsOf.names, { [field]: name }))
      return yield* Effect.forEach(
        names,
        (policy) =>
          orMissing(
            entity,
            name
          )(ask(target, `Get${verb}Policy`, { [field]: name, PolicyName: policy })).pipe(
            Effect.map((result) => ({ name: policy, document: documentText(textAt(result, "PolicyDocument") ?? "") }))
          ),
        { concurrency: MAX_CONCURRENT_READS }
      )
    })

    return Iam.of({
      users: (target) => all(target, "ListUsers", rowsOf.users),
      groups: (target) => all(target, "ListGroups", rowsOf.groups),
      roles: (target) => all(target, "ListRoles", rowsOf.roles),
      policies: (target) =>
        Effect.catchIf(all(target, "ListPolicies", rowsOf.policies), notSupported, () =>
          // a gateway without ListPolicies may have no IAM: ListUsers shows it
          Effect.as(ask(target, "ListUsers", { MaxItems: "1" }), rgwPolicies)
        ),
      keys: (target, user) =>
        orMissing("IamUser", user)(all(target, "ListAccessKeys", rowsOf.keys, { UserName: user })),
      members: (target, group) =>
        orMissing("IamGroup", group)(all(target, "GetGroup", rowsOf.users, { GroupName: group })),
      attached: (target, holder, name) =>
        orMissing(
          holders[holder].entity,
          name
        )(
          all(target, `ListAttached${holders[holder].verb}Policies`, rowsOf.attached, { [holders[holder].name]: name })
        ),
      inline
    })
  })
)
