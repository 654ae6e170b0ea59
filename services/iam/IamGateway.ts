import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import type { NewIamKey } from "#domain/iam/IamEntity.ts"
import type { AssumedRole, RoleSession } from "#domain/iam/RoleTest.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export type ChangeRefused = NotFound | Conflict | InvalidInput | GatewayFailure

/**
 * Changes of IAM, and sessions of roles. Implemented by layers/rgw. A name that is taken is `already_exists`, a limit of the account
 * and what still belongs to something `state_conflict`; what is refused of a document or a name is told as invalid input.
 */
export class IamGateway extends Context.Service<IamGateway, {
  /** One call. */
  readonly change: (target: S3Target, change: Exclude<IamChange, IamChangeOf<"key.create">>) => Effect.Effect<void, ChangeRefused, GatewayIntent>
  /** The gateway names it and tells its secret, this once. */
  readonly createKey: (target: S3Target, user: string) => Effect.Effect<NewIamKey, ChangeRefused, GatewayIntent>
  /** Opens a session of a role (STS); what stands in the way is the gateway's answer. */
  readonly assume: (target: S3Target, arn: string, session: RoleSession) => Effect.Effect<AssumedRole, GatewayFailure>
}>()("stowage/services/iam/IamGateway") {}
