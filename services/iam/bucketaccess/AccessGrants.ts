import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { ConfirmedName } from "#domain/platform/ConfirmedName.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import type {
  AccessChange,
  AccessPlan,
  AccessStep,
  GiveAccess,
  PolicyRecipient,
  RevokeAccess
} from "#domain/iam/bucketaccess/AccessGrant.ts"
import { isGrantName } from "#domain/iam/bucketaccess/grantNames.ts"
import {
  grantDocument,
  grantPolicyName,
  grantSentence,
  grantSid,
  grantStatements,
  recipientText
} from "#domain/iam/bucketaccess/grantPolicies.ts"
import { withGrant } from "#domain/iam/bucketaccess/policyStatements.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { IamChanges } from "../IamChanges.ts"
import { IamEntities } from "../IamEntities.ts"
import { makeIamTarget } from "../iamTarget.ts"
import { personGrants, type PlannedAccess } from "./personGrants.ts"

type Failure = InvalidInput | Conflict | Forbidden | NotFound | GatewayFailure

const stale = new Conflict({
  code: "stale_plan",
  detail: "The policy or the identity was changed since the plan: look at the new plan"
})
const unreadable = new Conflict({
  code: "state_conflict",
  detail: "The bucket's policy has no list of statements that could be extended: edit the policy instead"
})

const holders = { iam_user: "users", iam_group: "groups", iam_role: "roles" } as const
const nouns: Readonly<Record<PolicyHolder, string>> = { users: "IAM user", groups: "IAM group", roles: "IAM role" }

export class AccessGrants extends Context.Service<
  AccessGrants,
  {
    readonly plan: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      change: AccessChange
    ) => Effect.Effect<AccessPlan, Failure>
    /** `stale_plan` when the plan has changed. */
    readonly apply: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      change: AccessChange,
      planHash: string
    ) => Effect.Effect<AccessPlan, Failure>
  }
>()("stowage/services/iam/bucketaccess/AccessGrants") {
  static readonly layer = Layer.effect(
    AccessGrants,
    Effect.gen(function* () {
      const store = yield* FeatureStore
      const edits = yield* FeatureEdits
      const changes = yield* IamChanges
      const entities = yield* IamEntities
      const { digest } = yield* Secrets
      const targetOf = yield* makeIamTarget
      const identityOf = yield* bucketIdentity
      const persons = yield* personGrants

      const inlineNow = Effect.fnUntraced(function* (
        context: ResolvedContext,
        entity: PolicyHolder,
        name: string,
        policy: string
      ) {
        return yield* entities.inlinePolicy(yield* targetOf(context), entity, name, policy).pipe(
          Effect.map(({ document }): string | null => document),
          Effect.catchTag("NotFound", () => Effect.succeed(null))
        )
      })

      const existing = Effect.fnUntraced(function* (context: ResolvedContext, entity: PolicyHolder, name: string) {
        const target = yield* targetOf(context)
        const find =
          entity === "users"
            ? entities.user(target, name)
            : entity === "groups"
              ? entities.group(target, name)
              : entities.role(target, name)
        return yield* find.pipe(
          Effect.as(true),
          Effect.catchTag("NotFound", () => Effect.succeed(false))
        )
      })

      const givenByIam = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        change: GiveAccess,
        recipient: PolicyRecipient,
        entity: PolicyHolder
      ) {
        const { name } = recipient
        const isNew = recipient.kind === "iam_user" && recipient.create === true
        const access = entity === "users" ? yield* persons.ofIamUser(context, name) : null
        if (access !== null)
          return yield* InvalidInput.at(
            "payload.recipient.name",
            `This IAM user is the private access of ${access.person}: give it to that person`
          )
        const exists = yield* existing(context, entity, name)
        if (!exists && !isNew)
          return yield* InvalidInput.at("payload.recipient.name", `There is no ${nouns[entity]} of this name`)
        if (exists && isNew)
          return yield* InvalidInput.at("payload.recipient.name", "An IAM user of this name exists already")
        const policy = grantPolicyName(bucket, change.prefix)
        const before = isNew ? null : yield* inlineNow(context, entity, name, policy)
        const after = grantDocument(grantStatements(bucket, change, ""))
        const created: ReadonlyArray<AccessStep> = isNew
          ? [{ target: "iam_user", name, sentence: `IAM user ${name} is created.`, before: null, after: null }]
          : []
        const sentence =
          before === null
            ? `${nouns[entity]} ${name} gets the inline policy ${policy}.`
            : `The inline policy ${policy} of ${nouns[entity]} ${name} is replaced.`
        return [
          ...created,
          ...(before === after ? [] : [{ target: "inline_policy" as const, name: policy, sentence, before, after }])
        ]
      })

      const policyStep = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        grant: string,
        statements: ReturnType<typeof grantStatements>,
        sentence: string
      ) {
        const before = yield* store.read(context, bucket, "policy")
        const after = withGrant(before, grant, statements)
        if (after === undefined) return yield* unreadable
        const steps: ReadonlyArray<AccessStep> =
          after === before ? [] : [{ target: "bucket_policy", name: grant, sentence, before, after }]
        return steps
      })

      const givePlan = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        change: GiveAccess
      ) {
        const { recipient, until } = change
        const now = yield* DateTime.now
        if (until !== null && !(Date.parse(until) > DateTime.toEpochMillis(now)))
          return yield* InvalidInput.at("payload.until", "The end lies in the past")
        // the bucket must exist, and be the context's own
        yield* identityOf(context, bucket)
        if (recipient.kind === "person")
          return yield* persons.planGive(caller, context, bucket, change, recipient.user_id)
        const sentence = grantSentence(bucket, recipientText(recipient), change)
        if (recipient.kind !== "account") {
          const steps = yield* givenByIam(context, bucket, change, recipient, holders[recipient.kind])
          const planned: PlannedAccess = { sentence, steps, notes: [] }
          return planned
        }
        if (recipient.name === listingOwner(context.listingKey)?.owner)
          return yield* InvalidInput.at("payload.recipient.name", "The bucket belongs to this account")
        const grant = grantSid(recipient, change.prefix)
        const statements = grantStatements(bucket, change, grant).map((one) => {
          const { Effect: effect, Sid, ...rest } = one
          return { Sid, Effect: effect, Principal: { AWS: [`arn:aws:iam::${recipient.name}:root`] }, ...rest }
        })
        const planned: PlannedAccess = {
          sentence,
          steps: yield* policyStep(context, bucket, grant, statements, "The bucket's policy gets the grant."),
          notes: [`IAM users of account ${recipient.name} also need a policy of their own account that allows it.`]
        }
        return planned
      })

      const revokePlan = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        { holder, name }: RevokeAccess
      ) {
        if (holder === null) {
          const planned: PlannedAccess = {
            sentence: `The grant ${name} is removed from the policy of bucket ${bucket}.`,
            steps: yield* policyStep(context, bucket, name, [], "The bucket's policy loses the grant."),
            notes: []
          }
          return planned
        }
        const access = holder.entity === "users" ? yield* persons.ofIamUser(context, holder.name) : null
        if (access !== null) return yield* persons.planRevoke(caller, access, name)
        if (!isGrantName(name))
          return yield* InvalidInput.at("payload.name", "This policy was not made here: change it on the IAM page")
        const before = yield* inlineNow(context, holder.entity, holder.name, name)
        const sentence = `${nouns[holder.entity]} ${holder.name} loses the inline policy ${name}.`
        const steps: ReadonlyArray<AccessStep> =
          before === null ? [] : [{ target: "inline_policy", name, sentence, before, after: null }]
        const planned: PlannedAccess = { sentence, steps, notes: [] }
        return planned
      })

      const plan = Effect.fn("AccessGrants.plan")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        change: AccessChange
      ) {
        const planned = yield* change.action === "give"
          ? givePlan(caller, context, bucket, change)
          : revokePlan(caller, context, bucket, change)
        const { url } = context.s3
        const answer: AccessPlan = {
          hash: digest(JSON.stringify([url, context.listingKey, bucket, change, planned.steps])),
          ...planned
        }
        return answer
      })

      const make = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        change: AccessChange,
        step: AccessStep
      ): Effect.fn.Return<ReadonlyArray<string>, Failure> {
        const { after, before, name, target } = step
        if (target === "bucket_policy") {
          const identity = yield* identityOf(context, bucket)
          yield* edits.edit(caller, context, bucket, "policy", {
            value: after === null ? null : { text: after },
            version: yield* featureVersion(identity, before),
            identity,
            origin: "edit"
          })
          return []
        }
        if (change.action === "revoke") {
          const { holder } = change
          if (holder === null) return []
          if (target === "private_access") {
            const access = yield* persons.ofIamUser(context, holder.name)
            return access === null ? yield* stale : yield* persons.applyRevoke(caller, context, access, step)
          }
          yield* changes.make(
            caller,
            context,
            { change: "inline.delete", holder: holder.entity, name: holder.name, policy: name },
            { before }
          )
          return []
        }
        const { recipient } = change
        if (recipient.kind === "account") return []
        if (recipient.kind === "person") return yield* persons.applyGive(caller, context, recipient.user_id, step)
        if (target === "iam_user") {
          yield* changes.make(caller, context, { change: "user.create", name: recipient.name, path: "/" })
          return []
        }
        yield* changes.make(
          caller,
          context,
          {
            change: "inline.put",
            holder: holders[recipient.kind],
            name: recipient.name,
            policy: name,
            document: after ?? ""
          },
          { before }
        )
        return []
      })

      const apply = Effect.fn("AccessGrants.apply")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        change: AccessChange,
        planHash: string
      ) {
        const planned = yield* plan(caller, context, bucket, change)
        if (planned.hash !== planHash) return yield* stale
        const notes = yield* Effect.forEach(planned.steps, (step) => make(caller, context, bucket, change, step))
        return { ...planned, notes: [...planned.notes, ...notes.flat()] }
      })

      return AccessGrants.of({
        plan,
        // the hash of the plan confirms what is revoked
        apply: (...given) => Effect.provideService(apply(...given), ConfirmedName, () => Effect.void)
      })
    })
  )
}
