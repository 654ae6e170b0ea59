import { Context, Effect, Layer, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  changeWords,
  holderOfChange,
  IamChange,
  type IamChangeOf,
  type IamVerb,
  iamVerbs,
  entityNoun
} from "#domain/iam/IamChange.ts"
import type { NewIamKey } from "#domain/iam/IamEntity.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChange } from "#services/platform/audit/GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Iam } from "./Iam.ts"
import { isIamChangeApplied } from "./iamChangeState.ts"
import { documentFaults } from "./documentFaults.ts"
import { IamEntities } from "./IamEntities.ts"
import { type ChangeRefused, IamGateway } from "./IamGateway.ts"
import { isRemoval, removeIamEntity } from "./iamRemoval.ts"
import { makeIamTarget } from "./iamTarget.ts"
import { RecentIamChanges } from "./RecentIamChanges.ts"

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  what: IamChange
})
type About = typeof About.Type

export interface IamEdit {
  readonly before?: string | null | undefined
  readonly despiteWarnings?: boolean | undefined
}

type Failure = ChangeRefused | Forbidden

const stale = new Conflict({ code: "stale_plan", detail: "It was changed meanwhile: look at it again" })

const nameTaken = (change: IamChange) =>
  new Conflict({
    code: "already_exists",
    detail: `An ${entityNoun(holderOfChange(change).entity)} of this name exists; names are compared without case`
  })

const requireConfirmation = (change: IamChange) => {
  const { entity } = holderOfChange(change)
  if (isRemoval(change)) return confirmedName(entityNoun(entity), change.name)
  if (change.change === "inline.delete") return confirmedName("inline policy", change.policy)
  return change.change === "key.delete" ? confirmedName("access key", change.access_key) : Effect.void
}

export class IamChanges extends Context.Service<
  IamChanges,
  {
    /** Deletions remove dependent entities first; recovery completes interrupted ones. */
    readonly make: (
      caller: Caller,
      context: ResolvedContext,
      change: Exclude<IamChange, IamChangeOf<"key.create">>,
      edit?: IamEdit
    ) => Effect.Effect<void, Failure>
    readonly createKey: (caller: Caller, context: ResolvedContext, user: string) => Effect.Effect<NewIamKey, Failure>
  }
>()("stowage/services/iam/IamChanges") {
  static readonly layer = Layer.effect(
    IamChanges,
    Effect.gen(function* () {
      const iam = yield* Iam
      const entities = yield* IamEntities
      const gateway = yield* IamGateway
      const contexts = yield* ExecutionContexts
      const audited = yield* Audited
      const recent = yield* RecentIamChanges
      const targetOf = yield* makeIamTarget
      const isApplied = isIamChangeApplied({ iam, entities })
      const remove = removeIamEntity({ iam, entities, gateway })

      const kindOf = (verb: IamVerb): GatewayChangeKind<About, ResolvedContext, null> => ({
        action: `iam.${verb}`,
        scope: "manager",
        about: About,
        gateway: ({ listing_key, storage_endpoint_id }) =>
          storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
        thing: ({ listing_key, what }) => {
          const { entity, name } = holderOfChange(what)
          return `${listing_key}/iam:${entity}/${name.toLowerCase()}`
        },
        entity: ({ what }) => {
          const { entity, name } = holderOfChange(what)
          return { type: entityNoun(entity).toLowerCase().replace(" ", "_"), id: name, label: name }
        },
        messages: ({ what }) => {
          const words = changeWords(what)
          return {
            success: words,
            failure: `${words} failed`,
            unknown: `${words}: it is not known whether it happened`
          }
        },
        metadata: ({ context_id, storage_endpoint_id, what: { change: _, ...what } }) => ({
          context_id,
          storage_endpoint_id,
          ...what
        }),
        reach: ({ listing_key }) => contexts.forListing(listing_key),
        recover: Effect.fnUntraced(function* ({ s3 }: ResolvedContext, { what }: About, live: boolean) {
          if (!live && isRemoval(what) && !(yield* isApplied(s3, what)))
            yield* Effect.catchTags(remove(s3, what), {
              NotFound: () => Effect.void,
              Conflict: () => Effect.void,
              InvalidInput: () => Effect.void
            })
          const recovery: Recovered<null> = { isApplied: yield* isApplied(s3, what), observed: null, rows: Effect.void }
          return recovery
        }),
        assumeApplied: () => ({ isApplied: true, observed: null, rows: Effect.void })
      })
      const kinds = new Map<IamVerb, GatewayChange<About, ResolvedContext, null>>(
        iamVerbs.map((verb) => [verb, audited.gateway(kindOf(verb))])
      )

      const applyIdempotent = Effect.fnUntraced(function* <E extends Failure>(
        caller: Caller,
        context: ResolvedContext,
        what: IamChange,
        before: Effect.Effect<boolean, E>,
        change: ReturnType<typeof gateway.change>
      ) {
        const kind = kinds.get(what.change)
        if (kind === undefined) return yield* Effect.die(new Error(`nobody makes ${what.change}`))
        const about: About = {
          context_id: context.context.id,
          storage_endpoint_id: context.context.endpoint_id,
          listing_key: context.listingKey,
          what
        }
        yield* kind.makeIdempotent(caller, context, about, { before, change })
        yield* recent.note(context.listingKey, changeWords(what))
      })

      const documentNow = (
        { s3 }: ResolvedContext,
        { holder, name, policy }: IamChangeOf<"inline.put"> | IamChangeOf<"inline.delete">
      ) =>
        entities.inlinePolicy(s3, holder, name, policy).pipe(
          Effect.map(({ document }): string | null => document),
          Effect.catchTag("NotFound", () => Effect.succeed(null))
        )

      const currentDocument = Effect.fnUntraced(function* (
        context: ResolvedContext,
        what: IamChange,
        { before }: IamEdit
      ) {
        if (before === undefined) return
        const now = yield* what.change === "inline.put" || what.change === "inline.delete"
          ? documentNow(context, what)
          : what.change === "role.trust"
            ? Effect.map(entities.role(context.s3, what.name), ({ trust_policy }): string | null => trust_policy)
            : Effect.succeed(before)
        if (now !== before) return yield* stale
      })

      /** Validates inside the queue, so that the second of two editors sees the first change. */
      const before = Effect.fnUntraced(function* (context: ResolvedContext, what: IamChange, edit: IamEdit) {
        yield* currentDocument(context, what, edit)
        const so = yield* isApplied(context.s3, what)
        const [, verb] = what.change.split(".")
        if (so && verb === "create") return yield* nameTaken(what)
        if (so && isRemoval(what))
          return yield* new NotFound({ entity: entityNoun(holderOfChange(what).entity), id: what.name })
        return so
      })

      const make = Effect.fn("IamChanges.make")(function* (
        caller: Caller,
        context: ResolvedContext,
        change: Exclude<IamChange, IamChangeOf<"key.create">>,
        edit: IamEdit = {}
      ) {
        const target = yield* targetOf(context)
        const issues = documentFaults(change, context, edit.despiteWarnings === true)
        if (issues.length > 0) return yield* new InvalidInput({ issues })
        yield* requireConfirmation(change)
        yield* applyIdempotent(
          caller,
          context,
          change,
          before(context, change, edit),
          isRemoval(change) ? remove(target, change) : gateway.change(target, change)
        )
      })

      const createKey = Effect.fn("IamChanges.createKey")(function* (
        caller: Caller,
        context: ResolvedContext,
        user: string
      ) {
        const target = yield* targetOf(context)
        const existingKeyIds = (yield* iam.keys(target, user)).map(({ access_key }) => access_key)
        let createdKey: NewIamKey | null = null
        yield* applyIdempotent(
          caller,
          context,
          { change: "key.create", name: user, known: existingKeyIds },
          Effect.succeed(false),
          Effect.asVoid(
            Effect.tap(gateway.createKey(target, user), (key) =>
              Effect.sync(() => {
                createdKey = key
              })
            )
          )
        )
        const lost = new Conflict({
          code: "state_conflict",
          detail:
            "The gateway made a key, and its answer with the secret was lost: delete the new key, whose secret " +
            "nobody knows, and try again"
        })
        return createdKey ?? (yield* lost)
      })

      return IamChanges.of({ make, createKey })
    })
  )
}
