import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type {
  IamGroup,
  IamKey,
  IamRole,
  IamUser,
  InlinePolicy,
  ManagedPolicy,
  PolicyHolder
} from "#domain/iam/IamEntity.ts"

type Many<A> = Effect.Effect<ReadonlyArray<A>, GatewayFailure>
type ManyOf<A> = Effect.Effect<ReadonlyArray<A>, NotFound | GatewayFailure>

/** Lists are complete. 405 as StorageError without IAM or outside accounts (I9). */
export class Iam extends Context.Service<
  Iam,
  {
    readonly users: (target: S3Target) => Many<IamUser>
    readonly groups: (target: S3Target) => Many<IamGroup>
    readonly roles: (target: S3Target) => Many<IamRole>
    readonly policies: (target: S3Target) => Many<ManagedPolicy>
    readonly keys: (target: S3Target, user: string) => ManyOf<IamKey>
    readonly members: (target: S3Target, group: string) => ManyOf<IamUser>
    readonly attached: (target: S3Target, holder: PolicyHolder, name: string) => ManyOf<ManagedPolicy>
    readonly inline: (target: S3Target, holder: PolicyHolder, name: string) => ManyOf<InlinePolicy>
  }
>()("stowage/services/iam/Iam") {}
