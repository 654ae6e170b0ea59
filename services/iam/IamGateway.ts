import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import type { NewIamKey } from "#domain/iam/IamEntity.ts"
import type { AssumedRole, RoleSession } from "#domain/iam/RoleTest.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export type ChangeRefused = NotFound | Conflict | InvalidInput | GatewayFailure

/** Taken names are `already_exists`, limits and dependencies `state_conflict`, rejected input InvalidInput. */
export class IamGateway extends Context.Service<
  IamGateway,
  {
    readonly change: (
      target: S3Target,
      change: Exclude<IamChange, IamChangeOf<"key.create">>
    ) => Effect.Effect<void, ChangeRefused, GatewayIntent>
    /** RGW chooses the access key and returns the secret once. */
    readonly createKey: (target: S3Target, user: string) => Effect.Effect<NewIamKey, ChangeRefused, GatewayIntent>
    readonly assume: (target: S3Target, arn: string, session: RoleSession) => Effect.Effect<AssumedRole, GatewayFailure>
  }
>()("stowage/services/iam/IamGateway") {}
