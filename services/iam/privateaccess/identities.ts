import { Effect, Redacted } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import type { Identity, IdentityStep } from "#domain/iam/accessSteps.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { Iam } from "#services/iam/Iam.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { type ChangeRefused, IamGateway } from "#services/iam/IamGateway.ts"

const IAM_PATH = "/stowage/"

export type CompletedStep = Exclude<IdentityStep, { readonly _tag: "MakeKey" }>

export interface Identities {
  readonly read: (target: S3Target, user: string) => Effect.Effect<Identity | null, GatewayFailure>
  /** Idempotent. NotFound names the missing group or policy. */
  readonly take: (
    target: S3Target,
    user: string,
    step: CompletedStep
  ) => Effect.Effect<void, ChangeRefused, GatewayIntent>
  /** RGW chooses the access key; a repeated call creates another one. */
  readonly makeKey: (target: S3Target, user: string) => Effect.Effect<GatewayKey, ChangeRefused, GatewayIntent>
}

const changeOf = (name: string, step: CompletedStep): Exclude<IamChange, IamChangeOf<"key.create">> => {
  switch (step._tag) {
    case "CreateUser":
      return { change: "user.create", name, path: IAM_PATH }
    case "DeleteUser":
      return { change: "user.delete", name }
    case "PutInline":
      return { change: "inline.put", holder: "users", name, policy: step.name, document: step.document }
    case "DeleteInline":
      return { change: "inline.delete", holder: "users", name, policy: step.name }
    case "Attach":
      return { change: "policy.attach", holder: "users", name, arn: step.arn }
    case "Detach":
      return { change: "policy.detach", holder: "users", name, arn: step.arn }
    case "Join":
      return { change: "member.add", name: step.group, user: name }
    case "Leave":
      return { change: "member.remove", name: step.group, user: name }
    case "SetKeyState":
      return { change: step.active ? "key.enable" : "key.disable", name, access_key: step.accessKey }
    case "DeleteKey":
      return { change: "key.delete", name, access_key: step.accessKey }
  }
}

const takesAway = ({ _tag }: CompletedStep): boolean =>
  _tag === "DeleteUser" || _tag === "DeleteInline" || _tag === "Detach" || _tag === "Leave" || _tag === "DeleteKey"

export const identities = Effect.gen(function* () {
  const iam = yield* Iam
  const entities = yield* IamEntities
  const gateway = yield* IamGateway

  const look = Effect.fn("PrivateAccess.read")((target: S3Target, user: string) =>
    Effect.gen(function* () {
      yield* entities.user(target, user)
      const [keys, groups, attached, inline_policies] = yield* Effect.all(
        [
          iam.keys(target, user),
          entities.groupsOf(target, user),
          iam.attached(target, "users", user),
          iam.inline(target, "users", user)
        ],
        { concurrency: 2 }
      )
      const identity: Identity = {
        keys,
        groups: groups.map(({ name }) => name),
        managed_policies: attached.map(({ arn }) => arn),
        inline_policies
      }
      return identity
    }).pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
  )

  const take = Effect.fn("PrivateAccess.take")((target: S3Target, user: string, step: CompletedStep) =>
    gateway.change(target, changeOf(user, step)).pipe(
      Effect.catchIf(
        (error) =>
          takesAway(step) ? error._tag === "NotFound" : error._tag === "Conflict" && error.code === "already_exists",
        () => Effect.void
      )
    )
  )

  const makeKey = Effect.fn("PrivateAccess.makeKey")((target: S3Target, user: string) =>
    Effect.map(
      gateway.createKey(target, user),
      ({ access_key, secret_key }): GatewayKey => ({ access_key, secret_key: Redacted.make(secret_key) })
    )
  )

  return { read: look, take, makeKey } satisfies Identities
})
