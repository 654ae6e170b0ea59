import type { Caller } from "#domain/platform/access/Caller.ts"
import { Forbidden, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions
} from "#domain/identity/WebAuthn.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { type ChallengePurpose, ChallengeRecords } from "./ChallengeRecords.ts"
import { PasskeyRecords } from "./PasskeyRecords.ts"
import { type Codes, RecoveryCodes } from "./RecoveryCodes.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { type OpenSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { Users } from "#services/identity/users/Users.ts"
import { WebAuthn } from "./WebAuthn.ts"

type PreAuthCaller = typeof Caller.cases.PreAuth.Type
type SessionCaller = typeof Caller.cases.Session.Type

export type PasskeyCaller = SessionCaller | PreAuthCaller

export class Passkeys extends Context.Service<
  Passkeys,
  {
    /** A pending sign-in may enrol the first passkey only. */
    readonly registrationOptions: (caller: PasskeyCaller) => Effect.Effect<PasskeyCreationOptions, Forbidden>
    readonly register: (
      caller: PasskeyCaller,
      passkey: typeof NewPasskey.Type
    ) => Effect.Effect<
      { readonly opened: OpenSession; readonly recoveryCodes: Codes | null },
      Forbidden | Unauthenticated
    >
    readonly authenticationOptions: (caller: PasskeyCaller) => Effect.Effect<PasskeyRequestOptions, Forbidden>
    readonly authenticate: (
      caller: PreAuthCaller,
      assertion: PasskeyAssertion
    ) => Effect.Effect<OpenSession, Unauthenticated>
    readonly stepUp: (caller: SessionCaller, assertion: PasskeyAssertion) => Effect.Effect<void, Unauthenticated>
  }
>()("stowage/services/identity/passkeys/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const records = yield* PasskeyRecords
      const challenges = yield* ChallengeRecords
      const webauthn = yield* WebAuthn
      const recovery = yield* RecoveryCodes
      const sessions = yield* Sessions
      const users = yield* Users
      const secrets = yield* Secrets
      const audited = yield* Audited

      const newChallenge = Effect.fnUntraced(function* (caller: PasskeyCaller, purpose: ChallengePurpose) {
        const challenge = Redacted.value(yield* secrets.make)
        const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetimes.challenge)
        yield* challenges.add({ digest: secrets.digest(challenge), sessionId: caller.session_id, purpose }, expiresAt)
        return challenge
      })

      /** Deletes the challenge of a response: it is valid once, even for a wrong response. */
      const takeChallenge = Effect.fnUntraced(function* (
        caller: PasskeyCaller,
        purpose: ChallengePurpose,
        response: PasskeyAttestation | PasskeyAssertion
      ) {
        const challenge = webauthn.challengeOf(response)
        if (challenge === null) return yield* refused
        const binding = { digest: secrets.digest(challenge), sessionId: caller.session_id, purpose }
        if (!(yield* challenges.take(binding, yield* DateTime.now))) return yield* refused
        return challenge
      })

      const mayEnrol = Effect.fnUntraced(function* (caller: PasskeyCaller) {
        const existing = yield* records.ofUser(caller.user.id)
        // a password alone must not add a passkey beside the required one
        if (caller._tag === "PreAuth" && existing.length > 0) {
          return yield* new Forbidden({ code: "forbidden", detail: "Sign in with your passkey first" })
        }
        return existing
      })

      const registrationOptions = Effect.fn("Passkeys.registrationOptions")(function* (caller: PasskeyCaller) {
        const existing = yield* mayEnrol(caller)
        return yield* webauthn.creationOptions(caller.user, yield* newChallenge(caller, "registration"), existing)
      })

      /** Outside the transaction that is rolled back. */
      const auditRefusal =
        (caller: PasskeyCaller) =>
        <A, E, R>(work: Effect.Effect<A, E | Unauthenticated, R>) =>
          Effect.tapErrorTag(work, "Unauthenticated", () =>
            Effect.andThen(
              signInFailed("passkey", "credentials"),
              audited.noted("passkey.refused", uiUser(caller.user), {
                by: byOneself(caller.user),
                message: "A passkey was not accepted"
              })
            )
          )

      const enrol = Effect.fnUntraced(function* (caller: PasskeyCaller, input: typeof NewPasskey.Type) {
        const challenge = yield* takeChallenge(caller, "registration", input.response)
        const passkey = yield* webauthn
          .verifyAttestation(input.response, challenge)
          .pipe(Effect.catchTag("PasskeyRejected", ({ reason }) => rejected(reason)))
        const now = yield* DateTime.now
        const change = Effect.gen(function* () {
          yield* mayEnrol(caller)
          yield* records.add(caller.user.id, input.name, passkey, now).pipe(
            Effect.filterOrFail(
              (added) => added,
              () => refused
            ),
            audited.rows("passkey.create", uiUser(caller.user), {
              by: byOneself(caller.user),
              message: "A passkey was enrolled",
              metadata: { name: input.name }
            })
          )
          if (caller._tag === "PreAuth") yield* signedIn(caller, "Signed in after enrolling a passkey")
          return yield* recovery.issueFirst(caller.user.id)
        })
        const { opened, result } = yield* caller._tag === "PreAuth"
          ? sessions.complete(caller, now, change)
          : sessions.renew(caller, now, change)
        return { opened, recoveryCodes: result }
      })

      const register = Effect.fn("Passkeys.register")((caller: PasskeyCaller, input: typeof NewPasskey.Type) =>
        auditRefusal(caller)(enrol(caller, input))
      )

      const purposeOf = (caller: PasskeyCaller) => (caller._tag === "PreAuth" ? "login" : "step_up")

      const authenticationOptions = Effect.fn("Passkeys.authenticationOptions")(function* (caller: PasskeyCaller) {
        const allowed = yield* records.ofUser(caller.user.id)
        if (allowed.length === 0) return yield* new Forbidden({ code: "forbidden", detail: "No passkey is enrolled" })
        return yield* webauthn.requestOptions(yield* newChallenge(caller, purposeOf(caller)), allowed)
      })

      /** Also refuses a counter overtaken by a concurrent use: the passkey has been copied. */
      const prove = Effect.fnUntraced(function* (caller: PasskeyCaller, assertion: PasskeyAssertion) {
        const challenge = yield* takeChallenge(caller, purposeOf(caller), assertion)
        const storedPasskey = yield* records.find(caller.user.id, assertion.id)
        if (Option.isNone(storedPasskey)) return yield* refused
        const proof = yield* webauthn
          .verifyAssertion(assertion, challenge, storedPasskey.value, caller.user.id)
          .pipe(Effect.catchTag("PasskeyRejected", ({ reason }) => rejected(reason)))
        const now = yield* DateTime.now
        if (!(yield* records.used(storedPasskey.value.credentialId, proof.counter, proof.backedUp, now)))
          return yield* refused
      })

      const authenticate = Effect.fn("Passkeys.authenticate")(function* (
        caller: PreAuthCaller,
        assertion: PasskeyAssertion
      ) {
        yield* auditRefusal(caller)(prove(caller, assertion))
        const { opened } = yield* sessions.complete(
          caller,
          yield* DateTime.now,
          signedIn(caller, "Signed in with a passkey")
        )
        return opened
      })

      const stepUp = Effect.fn("Passkeys.stepUp")(function* (caller: SessionCaller, assertion: PasskeyAssertion) {
        yield* auditRefusal(caller)(prove(caller, assertion))
        yield* sessions.verified(caller.session_id).pipe(
          audited.rows("session.step_up", uiUser(caller.user), {
            by: byOneself(caller.user),
            message: "Confirmed with a passkey"
          })
        )
      })

      const signedIn = Effect.fnUntraced(function* (caller: PreAuthCaller, message: string) {
        yield* users
          .signedIn(caller.user.id, yield* DateTime.now)
          .pipe(audited.rows("session.login", uiUser(caller.user), { by: byOneself(caller.user), message }))
      })

      return Passkeys.of({ registrationOptions, register, authenticationOptions, authenticate, stepUp })
    })
  )
}

const refused = new Unauthenticated({ code: "invalid_credentials", detail: "The passkey was not accepted" })

const rejected = Effect.fnUntraced(function* (reason: string) {
  yield* Effect.logInfo("A passkey response was rejected", { reason })
  return yield* refused
})
