import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamGroup, IamRole, IamUser, InlinePolicy, PolicyHolder } from "#domain/iam/IamEntity.ts"

type One<A> = Effect.Effect<A, NotFound | GatewayFailure>

export type IamRow = IamUser | IamGroup | IamRole

/** One page of a list; `next` is null on the last. Empty pages may precede others (I4). */
export interface IamPage {
  readonly items: ReadonlyArray<IamRow>
  readonly next: string | null
}

export class IamEntities extends Context.Service<
  IamEntities,
  {
    readonly user: (target: S3Target, name: string) => One<IamUser>
    readonly group: (target: S3Target, name: string) => One<IamGroup>
    readonly role: (target: S3Target, name: string) => One<IamRole>
    readonly groupsOf: (target: S3Target, user: string) => One<ReadonlyArray<IamGroup>>
    readonly inlineNames: (target: S3Target, holder: PolicyHolder, name: string) => One<ReadonlyArray<string>>
    readonly inlinePolicy: (target: S3Target, holder: PolicyHolder, name: string, policy: string) => One<InlinePolicy>
    readonly page: (
      target: S3Target,
      entity: PolicyHolder,
      size: number,
      marker: string | null
    ) => Effect.Effect<IamPage, GatewayFailure>
  }
>()("stowage/services/iam/IamEntities") {}
