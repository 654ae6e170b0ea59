import { Context, Effect, Layer, Option } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { PlanImport, StartImport } from "#domain/accounts/ImportMany.ts"
import { type UnknownLink, unknownLinks } from "#domain/identity/unknownLinks.ts"
import type { Forbidden } from "#domain/platform/errors/Errors.ts"
import type { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireStepUpForLinks } from "#services/accounts/requireStepUpForLinks.ts"
import { GroupRecords } from "#services/identity/GroupRecords.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { registrationImport } from "./importKind.ts"

export class Imports extends Context.Service<
  Imports,
  {
    readonly plan: (input: PlanImport) => Effect.Effect<WorkPlan, PlanFailure>
    readonly start: (caller: Caller, input: StartImport) => Effect.Effect<WorkRun, PlanFailure | Forbidden>
  }
>()("stowage/services/fleet/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const work = yield* Work
      const users = yield* Users
      const groups = yield* GroupRecords

      /** Fails early: otherwise each item fails. */
      const requireLinks = Effect.fnUntraced(function* ({ group_links = [], user_links = [] }: PlanImport) {
        const unknown = [
          ...(yield* Effect.forEach(user_links, ({ user_id: id }, index) =>
            Effect.map(users.byId(id), (user): UnknownLink | null =>
              Option.isSome(user) ? null : { field: "user_links", index, key: "user_id", noun: "console user", id }
            )
          )),
          ...(yield* Effect.forEach(group_links, ({ group_id: id }, index) =>
            Effect.map(groups.find(id), (group): UnknownLink | null =>
              group !== null ? null : { field: "group_links", index, key: "group_id", noun: "group", id }
            )
          ))
        ].filter((one) => one !== null)
        if (unknown.length > 0) return yield* unknownLinks(unknown)
      })

      /** Plans are compared by their parameters: make the order independent of the client. */
      const ordered = (input: PlanImport): PlanImport => ({ ...input, ids: input.ids.toSorted() })

      return Imports.of({
        plan: Effect.fn("Imports.plan")((input: PlanImport) =>
          Effect.andThen(requireLinks(input), work.plan(registrationImport, ordered(input)))
        ),
        start: Effect.fn("Imports.start")(function* (caller: Caller, { plan_hash, ...input }: StartImport) {
          yield* requireStepUpForLinks(caller, input)
          yield* requireLinks(input)
          return yield* work.start(caller, registrationImport, ordered(input), plan_hash ?? null)
        })
      })
    })
  )
}
