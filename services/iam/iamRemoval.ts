import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import type { IamReaders } from "./iamChangeState.ts"
import type { ChangeRefused, IamGateway } from "./IamGateway.ts"

export type Removal = IamChangeOf<"user.delete"> | IamChangeOf<"group.delete"> | IamChangeOf<"role.delete">

const entityOf: Readonly<Record<Removal["change"], PolicyHolder>> = {
  "user.delete": "users",
  "group.delete": "groups",
  "role.delete": "roles"
}
export const isRemoval = (change: IamChange): change is Removal => change.change in entityOf

const MAX_CONCURRENT_CALLS = 8
const MAX_ROUNDS = 3

/** Idempotent, so that it can be resumed. Keys go first, which ends access. */
export const removeIamEntity = ({
  entities,
  gateway,
  iam
}: IamReaders & { readonly gateway: IamGateway["Service"] }) => {
  const belongings = Effect.fnUntraced(function* (target: S3Target, holder: PolicyHolder, name: string) {
    const keys = holder === "users" ? yield* iam.keys(target, name) : []
    const groups = holder === "users" ? yield* entities.groupsOf(target, name) : []
    const members = holder === "groups" ? yield* iam.members(target, name) : []
    const [attached, inline] = yield* Effect.all(
      [iam.attached(target, holder, name), entities.inlineNames(target, holder, name)],
      { concurrency: 2 }
    )
    return [
      keys.map(({ access_key }) => ({ change: "key.delete" as const, name, access_key })),
      [
        ...groups.map((group) => ({ change: "member.remove" as const, name: group.name, user: name })),
        ...members.map((user) => ({ change: "member.remove" as const, name, user: user.name })),
        ...attached.map(({ arn }) => ({ change: "policy.detach" as const, holder, name, arn })),
        ...inline.map((policy) => ({ change: "inline.delete" as const, holder, name, policy }))
      ]
    ]
  })

  return Effect.fn("IamChanges.removeIamEntity")(function* (target: S3Target, removal: Removal) {
    const holder = entityOf[removal.change]
    for (let round = 1; ; round++) {
      for (const changes of yield* belongings(target, holder, removal.name)) {
        yield* Effect.forEach(
          changes,
          (change) => Effect.catchTag(gateway.change(target, change), "NotFound", () => Effect.void),
          { concurrency: MAX_CONCURRENT_CALLS, discard: true }
        )
      }
      const again = (error: ChangeRefused) => error._tag === "Conflict" && round < MAX_ROUNDS
      const ended = yield* gateway.change(target, removal).pipe(
        Effect.as(true),
        Effect.catchIf(again, () => Effect.succeed(false))
      )
      if (ended) return
    }
  })
}
