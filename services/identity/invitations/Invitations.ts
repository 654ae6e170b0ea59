import type { AcceptInvitation, Invitation } from "#domain/identity/Invitation.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import {
  Conflict,
  type Forbidden,
  type InvalidInput,
  NotFound,
  type RateLimited,
  Unauthenticated
} from "#domain/platform/errors/Errors.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { mailServerOf } from "#services/identity/mailServer.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { SignIn } from "#services/identity/signin/SignIn.ts"
import { requireManagedUser } from "#services/identity/users/managedUser.ts"
import { UserRecords } from "#services/identity/users/UserRecords.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller, byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { Mail } from "#services/platform/Mail.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { InvitationRecords } from "./InvitationRecords.ts"
import { invitationLetter } from "./invitationLetter.ts"

export class Invitations extends Context.Service<
  Invitations,
  {
    /** Single-use link, valid for seven days; the one before ends. Returned unless sent by e-mail. */
    readonly invite: (caller: Caller, userId: number) => Effect.Effect<Invitation, NotFound | Forbidden | Conflict>
    readonly revoke: (caller: Caller, userId: number) => Effect.Effect<void, NotFound | Forbidden>
    /** Sets the password and signs in. Forged, used, expired and revoked links are indistinguishable. */
    readonly accept: (
      input: AcceptInvitation
    ) => Effect.Effect<OpenSession | PendingSession, InvalidInput | Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/invitations/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const invitations = yield* InvitationRecords
      const records = yield* UserRecords
      const users = yield* Users
      const settings = yield* ApplicationSettings
      const mail = yield* Mail
      const passwords = yield* NewPasswords
      const secrets = yield* Secrets
      const signIn = yield* SignIn
      const limits = yield* RateLimits
      const audited = yield* Audited
      const transaction = yield* Transaction
      const {
        mail: { password: mailPassword },
        publicOrigin
      } = yield* Settings

      const issue = (caller: Caller, userId: number) =>
        transaction.run(
          Effect.gen(function* () {
            const target = yield* requireManagedUser(records, caller, userId)
            if (!target.is_active) return yield* inactive
            if (target.has_password) return yield* hasPassword
            const token = yield* secrets.make
            const from = yield* DateTime.now
            const until = DateTime.addDuration(from, lifetimes.invitation)
            yield* invitations.replace(userId, secrets.digest(Redacted.value(token)), { from, until }).pipe(
              audited.rows("ui_user.invite", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "An invitation link was made",
                metadata: { expires_at: DateTime.formatIso(until) }
              })
            )
            return { target, token, until }
          })
        )

      const invite = Effect.fn("Invitations.invite")(function* (caller: Caller, userId: number) {
        const { target, token, until } = yield* issue(caller, userId)
        // the fragment never reaches a server or a log
        const link = `${publicOrigin}/login/invitation#token=${Redacted.value(token)}`
        const stored = yield* settings.read
        const server = mailServerOf(stored, mailPassword)
        const invitation = { recipient: target.email, expires_at: until }
        if (server === null) return { ...invitation, link, mail_problem: null }
        return yield* mail
          .send(server, invitationLetter({ user: target, link, until, product: stored.branding.name }))
          .pipe(
            Effect.match({
              onSuccess: (): Invitation => ({ ...invitation, link: null, mail_problem: null }),
              onFailure: ({ summary }): Invitation => ({ ...invitation, link, mail_problem: summary })
            })
          )
      })

      const revoke = Effect.fn("Invitations.revoke")((caller: Caller, userId: number) =>
        transaction.run(
          Effect.gen(function* () {
            const target = yield* requireManagedUser(records, caller, userId)
            if (!(yield* invitations.remove(userId))) return yield* noInvitation(userId)
            yield* Effect.void.pipe(
              audited.rows("ui_user.invitation_revoke", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "The invitation link was revoked"
              })
            )
          })
        )
      )

      const refuse = Effect.gen(function* () {
        yield* signInFailed("invitation", "credentials")
        yield* audited.noted("ui_user.invitation_refused", uiUser(null), {
          by: byOneself(null),
          message: "An invitation link was refused"
        })
        return yield* notValid
      })

      const accept = Effect.fn("Invitations.accept")(function* (input: AcceptInvitation) {
        const limit = {
          key: `login/address/${clientNetwork((yield* CurrentOrigin).address)}`,
          ...rateLimits.loginPerAddress
        }
        yield* limits.take(limit)
        const digest = secrets.digest(Redacted.value(input.token))
        const userId = yield* invitations.userOf(digest, yield* DateTime.now)
        const record = userId === null ? null : Option.getOrNull(yield* users.byId(userId))
        if (record === null) return yield* refuse
        const { user } = record
        const hash = yield* passwords
          .hash("password", input.password, user.email)
          .pipe(Effect.tapError(() => limits.giveBack(limit)))
        const now = yield* DateTime.now
        const accepted = yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* invitations.consume(digest, now))) return false
            yield* users.setPassword(user.id, hash, now).pipe(
              audited.rows("ui_user.invitation_accept", uiUser(user), {
                by: byOneself(user),
                message: "The invitation was accepted and a password set"
              })
            )
            return true
          })
        )
        const current = accepted ? Option.getOrNull(yield* users.byId(user.id)) : null
        if (current === null) return yield* refuse
        yield* limits.giveBack(limit)
        return yield* signIn.proceed(current, "with an invitation")
      })

      return Invitations.of({ invite, revoke, accept })
    })
  )
}

const inactive = new Conflict({
  code: "state_conflict",
  detail: "This user is not active: activate them before you invite them"
})

const hasPassword = new Conflict({
  code: "state_conflict",
  detail: "This user has a password already: set a new one if they lost it"
})

const noInvitation = (userId: number) => new NotFound({ entity: "Invitation", id: String(userId) })

const notValid = new Unauthenticated({
  code: "invalid_credentials",
  detail: "This invitation link is not valid: it was mistyped, used already, revoked or has expired"
})
