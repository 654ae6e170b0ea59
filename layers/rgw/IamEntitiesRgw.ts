import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type Element, elementsOf, textAt } from "#domain/platform/xml/Element.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { holders, iamCaller, orMissing } from "./iamCaller.ts"
import { documentText, entityOf, roleOf, rowsOf } from "./iamXml.ts"
import { unreadable } from "./readAnswer.ts"

type Entity = keyof typeof holders

export const IamEntitiesRgw = Layer.effect(
  IamEntities,
  Effect.gen(function* () {
    const { all, ask } = yield* iamCaller

    const one = <A>(target: S3Target, entity: Entity, name: string, read: (element: Element) => A) => {
      const { entity: noun, name: field, verb } = holders[entity]
      return Effect.flatMap(orMissing(noun, name)(ask(target, `Get${verb}`, { [field]: name })), (result) => {
        const element = elementsOf(result, verb)[0]
        return element === undefined
          ? Effect.fail(unreadable(`iam.Get${verb}`, 200, null))
          : Effect.succeed(read(element))
      })
    }

    const page = Effect.fnUntraced(function* (target: S3Target, entity: Entity, size: number, marker: string | null) {
      const action = `List${holders[entity].verb}s`
      const result = yield* ask(target, action, {
        MaxItems: String(size),
        ...(marker === null ? {} : { Marker: marker })
      })
      const next = textAt(result, "IsTruncated") === "true" ? (textAt(result, "Marker") ?? "") : null
      if (next !== null && (next === "" || next === marker)) return yield* unreadable(`iam.${action}`, 200, null)
      return { items: rowsOf[entity](result), next }
    })

    return IamEntities.of({
      user: (target, name) => one(target, "users", name, entityOf("UserName", "UserId")),
      group: (target, name) => one(target, "groups", name, entityOf("GroupName", "GroupId")),
      role: (target, name) => one(target, "roles", name, roleOf),
      groupsOf: (target, user) =>
        orMissing("IamUser", user)(all(target, "ListGroupsForUser", rowsOf.groups, { UserName: user })),
      inlineNames: (target, holder, name) =>
        orMissing(
          holders[holder].entity,
          name
        )(all(target, `List${holders[holder].verb}Policies`, rowsOf.names, { [holders[holder].name]: name })),
      inlinePolicy: (target, holder, name, policy) =>
        orMissing(
          "InlinePolicy",
          policy
        )(ask(target, `Get${holders[holder].verb}Policy`, { [holders[holder].name]: name, PolicyName: policy })).pipe(
          Effect.map((result) => ({ name: policy, document: documentText(textAt(result, "PolicyDocument") ?? "") }))
        ),
      page
    })
  })
)
