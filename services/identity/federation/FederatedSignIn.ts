import { EmailAddress } from "#domain/platform/Text.ts"
import { isAdminLike } from "#domain/platform/access/Caller.ts"
import { Forbidden, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import type { FederatedIdentity, LinkingPolicy, ProviderType } from "#domain/identity/federation/Federation.ts"
import { linkDecision } from "#domain/identity/federation/IdentityLink.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { type SignInCause, signInFailed } from "#services/platform/limits/signInFailed.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { SetupRecords } from "#services/identity/SetupRecords.ts"
import { SignIn } from "#services/identity/signin/SignIn.ts"
import { type UserRecord, Users } from "#services/identity/users/Users.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { IdentityRecords } from "./IdentityRecords.ts"
import { LinkRequestRecords } from "./LinkRequestRecords.ts"
import { ProviderGroups } from "./ProviderGroups.ts"

export interface IdentitySource {
  readonly type: ProviderType
  readonly id: string
  readonly label: string
  readonly config: { readonly linking_policy: LinkingPolicy; readonly trusted_domains: ReadonlyArray<string> }
}

/** Refusals are values, so that their audit entries commit. */
type Outcome =
  | { readonly _tag: "Known"; readonly user: UserRecord }
  | { readonly _tag: "Refused"; readonly detail: string }
  | { readonly _tag: "Waiting"; readonly detail: string }

const isEmail = Schema.is(EmailAddress)

export class FederatedSignIn extends Context.Service<
  FederatedSignIn,
  {
    /** `link_pending` while an administrator must confirm the link. */
    readonly accept: (
      source: IdentitySource,
      identity: FederatedIdentity
    ) => Effect.Effect<OpenSession | PendingSession, Unauthenticated | Forbidden>
    readonly refused: (source: Pick<IdentitySource, "type" | "id">) => Effect.Effect<void>
  }
>()("stowage/services/identity/federation/FederatedSignIn") {
  static readonly layer = Layer.effect(
    FederatedSignIn,
    Effect.gen(function* () {
      const users = yield* Users
      const setup = yield* SetupRecords
      const identities = yield* IdentityRecords
      const requests = yield* LinkRequestRecords
      const notifications = yield* NotificationRecords
      const signIn = yield* SignIn
      const audited = yield* Audited
      const transaction = yield* Transaction
      const providerGroups = yield* ProviderGroups

      const providerOf = ({ id, type }: Pick<IdentitySource, "type" | "id">) => ({
        provider_type: type,
        provider_id: id
      })

      const refuse = Effect.fnUntraced(function* (
        source: Pick<IdentitySource, "type" | "id">,
        user: UserRecord | null,
        detail: string,
        cause: SignInCause = "no_account"
      ) {
        const who = user?.user ?? null
        yield* signInFailed(source.type, cause)
        yield* audited.noted("session.login_failed", uiUser(who), {
          by: byOneself(who),
          message: detail,
          metadata: providerOf(source)
        })
        return {
          _tag: "Refused",
          detail: "The provider knows you, but no account here is open to you"
        } satisfies Outcome
      })

      const mappedUser = Effect.fnUntraced(function* (userId: number) {
        return Option.getOrThrow(yield* users.byId(userId))
      })

      const mapped = Effect.fnUntraced(function* (
        source: IdentitySource,
        mapping: { readonly id: number; readonly userId: number; readonly revoked: boolean },
        email: string | null
      ) {
        const user = yield* mappedUser(mapping.userId)
        if (mapping.revoked) return yield* refuse(source, user, "Sign-in with a revoked external identity was refused")
        if (!user.isActive)
          return yield* refuse(source, user, "Sign-in of a deactivated user was refused", "deactivated")
        yield* identities.used(mapping.id, email, yield* DateTime.now)
        return { _tag: "Known", user } satisfies Outcome
      })

      const ask = Effect.fnUntraced(function* (
        source: IdentitySource,
        identity: FederatedIdentity & { readonly email: string },
        candidate: { readonly userId: number; readonly role: UserRecord["user"]["role"] },
        reason: string
      ) {
        const now = yield* DateTime.now
        const { id, outcome } = yield* requests.ask(
          {
            providerType: source.type,
            providerId: source.id,
            subject: identity.subject,
            email: identity.email,
            displayName: identity.name,
            reason,
            targetUserId: candidate.userId,
            expiresAt: DateTime.addDuration(now, lifetimes.linkRequest)
          },
          now
        )
        const target = yield* mappedUser(candidate.userId)
        if (outcome === "rejected")
          return yield* refuse(source, target, "Sign-in with a rejected external identity was refused")
        if (outcome === "asked") {
          yield* notifications
            .addForRoles(
              isAdminLike(candidate.role) ? ["ui_superadmin"] : ["ui_admin", "ui_superadmin"],
              {
                type: "identity_link_request",
                severity: "warning",
                title: "An identity waits to be linked",
                message:
                  `${identity.email} signed in with ${source.label} and ` + `asks for the account ${target.user.email}`,
                payload: { request_id: id, ...providerOf(source), target_user_id: target.user.id }
              },
              now
            )
            .pipe(
              audited.rows("identity_link.request", uiUser(target.user), {
                by: byOneself(target.user),
                message: "An external identity asks to be linked",
                metadata: { ...providerOf(source), request_id: id, reason }
              })
            )
        }
        return {
          _tag: "Waiting",
          detail: "An administrator has to confirm that this account is yours: try again once they did"
        } satisfies Outcome
      })

      const linkTo = Effect.fnUntraced(function* (
        source: IdentitySource,
        identity: FederatedIdentity,
        user: UserRecord,
        created: boolean
      ) {
        const key = { providerType: source.type, providerId: source.id, subject: identity.subject }
        yield* identities.add(key, user.user.id, identity.email, yield* DateTime.now).pipe(
          audited.rows(created ? "ui_user.create" : "external_identity.link", uiUser(user.user), {
            by: byOneself(user.user),
            message: created
              ? "An account without rights was created for an external identity"
              : "An external identity was linked by its verified e-mail",
            metadata: providerOf(source)
          })
        )
        return { _tag: "Known", user: yield* mappedUser(user.user.id) } satisfies Outcome
      })

      const unmapped = Effect.fnUntraced(function* (
        source: IdentitySource,
        identity: FederatedIdentity & { readonly email: string }
      ) {
        const candidate = yield* identities.candidate(identity.email)
        const decision = linkDecision(source.config, identity, candidate)
        // an account created now would close setup forever, without an administrator
        if (yield* setup.isOpen) return yield* refuse(source, null, "Nobody signs in before the first administrator")
        if (decision._tag === "Ask" && candidate !== null)
          return yield* ask(source, identity, candidate, decision.reason)
        if (candidate !== null) return yield* linkTo(source, identity, yield* mappedUser(candidate.userId), false)
        const fullName = identity.name?.trim().slice(0, 200).toWellFormed() ?? ""
        const user = yield* users.create(
          {
            email: identity.email,
            fullName: fullName === "" ? identity.email : fullName,
            role: "ui_none",
            passwordHash: null
          },
          yield* DateTime.now
        )
        return user === null
          ? yield* refuse(source, null, "The e-mail address was taken meanwhile")
          : yield* linkTo(source, identity, user, true)
      })

      const decide = (source: IdentitySource, identity: FederatedIdentity) =>
        transaction.run(
          Effect.gen(function* () {
            const key = { providerType: source.type, providerId: source.id, subject: identity.subject }
            const email = identity.email?.trim() ?? null
            yield* identities.serialise(key, email)
            const mapping = yield* identities.find(key)
            if (mapping !== null) return yield* mapped(source, mapping, email)
            if (email === null || !isEmail(email))
              return yield* refuse(source, null, "The identity has no usable e-mail address")
            return yield* unmapped(source, { ...identity, email })
          })
        )

      const accept = Effect.fn("FederatedSignIn.accept")(function* (
        source: IdentitySource,
        identity: FederatedIdentity
      ) {
        const outcome: Outcome = yield* decide(source, identity)
        if (outcome._tag === "Refused")
          return yield* new Unauthenticated({ code: "invalid_credentials", detail: outcome.detail })
        if (outcome._tag === "Waiting") return yield* new Forbidden({ code: "link_pending", detail: outcome.detail })
        yield* providerGroups.follow(source, outcome.user.user, identity.groups)
        return yield* signIn.proceed(outcome.user, `with the ${source.type} provider ${source.id}`)
      })

      return FederatedSignIn.of({
        accept,
        refused: Effect.fn("FederatedSignIn.refused")((source) =>
          Effect.asVoid(refuse(source, null, "The provider's proof was refused", "credentials"))
        )
      })
    })
  )
}
