import { Clock, Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type Forbidden, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { CheckIamAccess, IamAccess, IamAccessAnswer } from "#domain/iam/IamAccess.ts"
import type { CheckIamDocument, IamDocumentCheck } from "#domain/iam/IamDocument.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import type { RoleTest, TestRole } from "#domain/iam/RoleTest.ts"
import { arnParts } from "#domain/buckets/policies/matchPattern.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "#services/buckets/policies/PolicyEvaluator.ts"
import { readRules } from "#services/buckets/policies/readRules.ts"
import { IamEntities } from "./IamEntities.ts"
import { IamGateway } from "./IamGateway.ts"
import { makeIamTarget } from "./iamTarget.ts"
import { makePolicySources } from "./policySources.ts"
import { RecentIamChanges } from "./RecentIamChanges.ts"

type Failure = Forbidden | NotFound | GatewayFailure

const MAX_PRINCIPAL_LOOKUPS = 20

export class IamRights extends Context.Service<
  IamRights,
  {
    readonly sources: (
      context: ResolvedContext,
      entity: PolicyHolder,
      name: string
    ) => Effect.Effect<IamAccess, Failure>
    readonly ask: (
      context: ResolvedContext,
      entity: PolicyHolder,
      name: string,
      request: CheckIamAccess
    ) => Effect.Effect<IamAccessAnswer, InvalidInput | Failure>
    readonly check: (
      context: ResolvedContext,
      input: CheckIamDocument
    ) => Effect.Effect<IamDocumentCheck, InvalidInput | Failure>
    /** Assumes a role with the context's key. Refusals are results; credentials are returned on request only. */
    readonly test: (context: ResolvedContext, role: string, input: TestRole) => Effect.Effect<RoleTest, Failure>
  }
>()("stowage/services/iam/IamRights") {
  static readonly layer = Layer.effect(
    IamRights,
    Effect.gen(function* () {
      const { evaluate } = yield* PolicyEvaluator
      const { sourcesOf } = yield* makePolicySources
      const entities = yield* IamEntities
      const gateway = yield* IamGateway
      const recent = yield* RecentIamChanges
      const targetOf = yield* makeIamTarget
      const rulesNow = yield* readRules

      const principalOf = Effect.fnUntraced(function* (target: S3Target, entity: PolicyHolder, name: string) {
        const {
          arn,
          id,
          path,
          name: called
        } = yield* entity === "users"
          ? entities.user(target, name)
          : entity === "groups"
            ? entities.group(target, name)
            : entities.role(target, name)
        const account = arnParts(arn)?.[4] ?? ""
        if (entity === "users")
          return { kind: "iam_user" as const, account, name: `${path.slice(1)}${called}`, uid: id }
        // bucket policies cannot name groups
        return entity === "roles"
          ? { kind: "iam_role" as const, account, name: `${path.slice(1)}${called}` }
          : { kind: "iam_user" as const, account, name: `\u{e000}${called}` }
      })

      const ask = Effect.fn("IamRights.ask")(function* (
        context: ResolvedContext,
        entity: PolicyHolder,
        name: string,
        { action, bucket, context: values = {}, key }: CheckIamAccess
      ) {
        const target = yield* targetOf(context)
        const principal = yield* principalOf(target, entity, name)
        const [access, { dialect, documents }] = yield* Effect.all(
          [sourcesOf(target, entity, name), rulesNow(context, bucket)],
          { concurrency: 2 }
        )
        const decision = yield* evaluate("identityAccess", {
          bucket,
          dialect,
          documents,
          identity: access.sources.map(({ document, name }) => ({ document, name })),
          request: { principal, action, key, context: values }
        })
        if (decision === null) return yield* InvalidInput.at("payload.bucket", tooLargeToEvaluate)
        const identity = decision.layers.find(({ layer }) => layer === "identity_policy")?.statements ?? []
        const answer: IamAccessAnswer = {
          ...access,
          decision,
          deciding: identity.map(({ effect, index, policy, sid }) => ({
            source: policy,
            statement: index,
            sid,
            effect
          }))
        }
        return answer
      })

      const check = Effect.fn("IamRights.check")(function* (
        context: ResolvedContext,
        { kind, role_name, text }: CheckIamDocument
      ) {
        const target = yield* targetOf(context)
        const existingRole =
          role_name === undefined
            ? null
            : yield* entities.role(target, role_name).pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
        const account = existingRole === null ? null : (arnParts(existingRole.arn)?.[4] ?? null)
        const checked = yield* evaluate("iamDocument", { text, kind, dialect: dialectOf(target.url), account })
        if (checked === null) return yield* InvalidInput.at("payload.text", tooLargeToEvaluate)
        const { check: documentCheck, principals } = checked
        if (kind === "identity" || account === null) return documentCheck
        const principalNames = principals.flatMap((arn) => {
          const parts = arnParts(arn)
          const match = parts === null || parts[4] !== account ? null : /^(user|role)\/(?:.*\/)?([^/]+)$/.exec(parts[5])
          return match === null ? [] : [{ arn, entity: match[1], name: match[2] ?? "" }]
        })
        const missing = yield* Effect.forEach(
          principalNames.slice(0, MAX_PRINCIPAL_LOOKUPS),
          ({ arn, entity, name }) => {
            const look: Effect.Effect<string | null, NotFound | GatewayFailure> =
              entity === "user"
                ? Effect.as(entities.user(target, name), null)
                : Effect.as(entities.role(target, name), null)
            return look.pipe(Effect.catchTag("NotFound", () => Effect.succeed(arn)))
          },
          { concurrency: 4 }
        )
        return { ...documentCheck, missing: missing.filter((arn) => arn !== null) }
      })

      const test = Effect.fn("IamRights.test")(function* (context: ResolvedContext, name: string, input: TestRole) {
        const target = yield* targetOf(context)
        const role = yield* entities.role(target, name)
        const session = {
          name: input.session_name ?? `stowage-${yield* Clock.currentTimeMillis}`,
          seconds: input.duration_seconds ?? 900
        }
        const hint = yield* recent.hint(context.listingKey)
        return yield* gateway.assume(target, role.arn, session).pipe(
          Effect.map(
            (assumed): RoleTest => ({
              assumed: true,
              code: null,
              detail: "The key of this context could assume the role",
              assumed_arn: assumed.arn,
              expires_at: assumed.expires_at,
              credentials: input.show_credentials === true ? assumed.credentials : null
            })
          ),
          Effect.catchTag("StorageError", (error) => {
            if (error.storage_status === null || error.storage_status >= 500) return Effect.fail(error)
            const detail =
              error.storage_status === 405
                ? "The gateway has no AssumeRole for this key"
                : error.storage_code === "AccessDenied"
                  ? "The gateway did not let the key of this context assume the role: its trust policy does not " +
                    `name it, or a policy of its own forbids it${hint === null ? "" : `. ${hint}`}`
                  : error.detail
            return Effect.succeed<RoleTest>({
              assumed: false,
              code: error.storage_code,
              detail,
              assumed_arn: null,
              expires_at: null,
              credentials: null
            })
          })
        )
      })

      return IamRights.of({
        ask,
        check,
        test,
        sources: Effect.fn("IamRights.sources")(function* (context, entity, name) {
          return yield* sourcesOf(yield* targetOf(context), entity, name)
        })
      })
    })
  )
}
