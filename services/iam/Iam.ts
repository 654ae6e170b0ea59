import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamGroup, IamKey, IamRole, IamUser, InlinePolicy, ManagedPolicy, PolicyHolder } from "#domain/iam/IamEntity.ts"

type Many<A> = Effect.Effect<ReadonlyArray<A>, GatewayFailure>
type ManyOf<A> = Effect.Effect<ReadonlyArray<A>, NotFound | GatewayFailure>

/**
 * The users, groups, roles and policies of an account, as its key is told them. Implemented by layers/rgw. Lists are read to their
 * end. A gateway without IAM, or a key of no account, answers 405 (I9), which is a StorageError; what is not there is NotFound.
 */
export class Iam extends Context.Service<Iam, {
  readonly users: (target: S3Target) => Many<IamUser>
  readonly groups: (target: S3Target) => Many<IamGroup>
  readonly roles: (target: S3Target) => Many<IamRole>
  /** Those that can be attached. */
  readonly policies: (target: S3Target) => Many<ManagedPolicy>
  readonly keys: (target: S3Target, user: string) => ManyOf<IamKey>
  readonly members: (target: S3Target, group: string) => ManyOf<IamUser>
  readonly attached: (target: S3Target, holder: PolicyHolder, name: string) => ManyOf<ManagedPolicy>
  readonly inline: (target: S3Target, holder: PolicyHolder, name: string) => ManyOf<InlinePolicy>
}>()("stowage/services/iam/Iam") {}
