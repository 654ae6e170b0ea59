import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { isAdminLike, type UiRole } from "#domain/platform/access/Caller.ts"
import { nextStep } from "#domain/identity/signin/SignInPolicy.ts"
import { isProven, stepUpActionNames, stepUpActions } from "#domain/identity/StepUp.ts"
import { Login } from "#services/identity/signin/Login.ts"
import { OwnSecurity } from "#services/identity/OwnSecurity.ts"
import { Passkeys } from "#services/identity/passkeys/Passkeys.ts"
import { RecoveryCodes } from "#services/identity/passkeys/RecoveryCodes.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { StepUp } from "#services/identity/passkeys/StepUp.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Settings } from "#services/platform/Settings.ts"
import { AccessOnDatabase } from "../services/support/accessLayer.ts"
import { type Bent, SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { again, callerOf, enrolled, passkeyPolicyIs, password, pendingOf, refusal, somebody } from "./people.ts"

const roles: ReadonlyArray<UiRole> = ["ui_superadmin", "ui_admin", "ui_user", "ui_none"]

const signIn = (email: string) =>
  Effect.flatMap(Login, (login) => login.withPassword({ email, password: Redacted.make(password) }))

const challenged = Effect.fnUntraced(function* (email: string) {
  const step = yield* signIn(email)
  return step._tag === "Pending"
    ? yield* pendingOf(step)
    : yield* Effect.die(new Error("a passkey should have been asked for"))
})

layer(AccessOnDatabase, { timeout: "120 seconds" })("WebAuthn and recovery", (it) => {
  it.effect("rule 1: required for administrators by default, for users not; each as configured", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* Users).passkeyPolicy, { requireForAdmins: true, requireForUsers: false })
      for (const role of roles) {
        for (const [requireForAdmins, requireForUsers] of [
          [true, false],
          [false, true],
          [true, true],
          [false, false]
        ] as const) {
          const required = isAdminLike(role) ? requireForAdmins : requireForUsers
          assert.strictEqual(
            nextStep({ requireForAdmins, requireForUsers }, role, 0),
            required ? "webauthn_enrollment" : "ready"
          )
        }
      }
    })
  )

  it.effect("rule 2: who enrolled voluntarily is challenged at later sign-ins", () =>
    Effect.gen(function* () {
      const { record } = yield* enrolled("ui_user")
      const step = yield* signIn(record.user.email)
      assert.strictEqual(step._tag === "Pending" && step.next, "webauthn_authentication")
    })
  )

  it.effect("rule 2: a new requirement takes effect at the next sign-in and ends no session", () =>
    Effect.gen(function* () {
      const user = yield* somebody("ui_user")
      const opened = yield* (yield* Sessions).open(user, null)
      yield* passkeyPolicyIs(true, true)
      assert.strictEqual((yield* callerOf(opened)).user.id, user.user.id)
      const step = yield* signIn(user.user.email)
      assert.strictEqual(step._tag === "Pending" && step.next, "webauthn_enrollment")
      yield* passkeyPolicyIs(true, false)
    })
  )

  const bends: ReadonlyArray<readonly [what: string, bent: Bent]> = [
    ["another origin", { origin: "https://evil.example.org" }],
    ["a sub-domain's origin", { origin: "http://evil.localhost:8080" }],
    ["another RP id", { rpId: "evil.example.org" }],
    ["a challenge of its own", { challenge: Buffer.from("mine").toString("base64url") }],
    ["no user verification", { userVerified: false }],
    ["crossOrigin: true, from a frame of another site", { crossOrigin: true }],
    ["another site's page around it", { topOrigin: "https://evil.example.org" }],
    ["the other ceremony", { type: "webauthn.other" }]
  ]
  for (const [what, bent] of bends) {
    it.effect(`rule 3: a passkey with ${what} neither enrols nor signs in, and spends its challenge`, () =>
      Effect.gen(function* () {
        const passkeys = yield* Passkeys
        const { webauthn } = yield* Settings
        const newcomer = yield* Effect.flatMap(
          (yield* Sessions).openPending(yield* somebody("ui_admin"), "webauthn_enrollment"),
          pendingOf
        )
        const creation = yield* passkeys.registrationOptions(newcomer)
        const fresh = new SoftAuthenticator(webauthn.origin)
        assert.strictEqual(
          yield* refusal(passkeys.register(newcomer, { name: "x", response: fresh.create(creation, bent) })),
          "invalid_credentials"
        )

        const { authenticator, record } = yield* enrolled()
        const pending = yield* challenged(record.user.email)
        const options = yield* passkeys.authenticationOptions(pending)
        assert.strictEqual(
          yield* refusal(passkeys.authenticate(pending, authenticator.get(options, bent))),
          "invalid_credentials"
        )
        if (bent.challenge === undefined) {
          assert.strictEqual(
            yield* refusal(passkeys.authenticate(pending, authenticator.get(options))),
            "invalid_credentials",
            "answered once, right or wrong"
          )
        }
      })
    )
  }

  it.effect("rule 3: a foreign userHandle is refused; the user's own, or none, is not", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { authenticator, opened, record } = yield* enrolled()
      const session = yield* callerOf(opened)
      const prove = Effect.fnUntraced(function* (userHandle: string | null) {
        return yield* refusal(
          passkeys.stepUp(session, authenticator.get(yield* passkeys.authenticationOptions(session), { userHandle }))
        )
      })
      const handle = (text: string) => Buffer.from(text).toString("base64url")
      for (const foreign of [
        handle(`stowage-user-${record.user.id + 1}`),
        handle("somebody"),
        `A${handle(`stowage-user-${record.user.id}`)}`
      ]) {
        assert.strictEqual(yield* prove(foreign), "invalid_credentials")
      }
      for (const own of [handle(`stowage-user-${record.user.id}`), null, ""]) assert.strictEqual(yield* prove(own), "")
    })
  )

  it.effect("rule 3: attestation none, user verification required, RP id and origin from the configuration", () =>
    Effect.gen(function* () {
      const { webauthn } = yield* Settings
      const pending = yield* Effect.flatMap(
        (yield* Sessions).openPending(yield* somebody("ui_admin"), "webauthn_enrollment"),
        pendingOf
      )
      const options = yield* (yield* Passkeys).registrationOptions(pending)
      assert.strictEqual(options.attestation, "none")
      assert.strictEqual(options.authenticatorSelection.userVerification, "required")
      assert.strictEqual(options.rp.id, webauthn.rpId)
    })
  )

  it.effect("rule 3: a challenge is good once, for 5 minutes, for its session and its purpose", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { authenticator, opened, record } = yield* enrolled()
      const session = yield* callerOf(opened)
      const [one, other] = [yield* challenged(record.user.email), yield* challenged(record.user.email)]
      const options = yield* passkeys.authenticationOptions(one)
      assert.strictEqual(
        yield* refusal(passkeys.authenticate(other, authenticator.get(options))),
        "invalid_credentials"
      )
      const forStepUp = yield* passkeys.authenticationOptions(session)
      assert.strictEqual(
        yield* refusal(passkeys.authenticate(one, authenticator.get(forStepUp))),
        "invalid_credentials"
      )
      const used = authenticator.get(yield* passkeys.authenticationOptions(session))
      yield* passkeys.stepUp(session, used)
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, used)), "invalid_credentials")
      const late = yield* passkeys.authenticationOptions(session)
      yield* TestClock.adjust(Duration.minutes(5))
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, authenticator.get(late))), "invalid_credentials")
      const inTime = yield* passkeys.authenticationOptions(session)
      yield* TestClock.adjust(Duration.seconds(299))
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, authenticator.get(inTime))), "")
    })
  )

  it.effect("rule 3: a counter that went back, or stood still, is a copied passkey and refused", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { authenticator, opened } = yield* enrolled()
      const session = yield* callerOf(opened)
      const proof = (bent: Bent) =>
        Effect.map(passkeys.authenticationOptions(session), (options) => authenticator.get(options, bent))
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, yield* proof({ counter: 9 }))), "")
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, yield* proof({ counter: 9 }))), "invalid_credentials")
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, yield* proof({ counter: 3 }))), "invalid_credentials")
      assert.strictEqual(yield* refusal(passkeys.stepUp(session, yield* proof({ counter: 10 }))), "")
    })
  )

  it.effect("a pending sign-in is completed once, and is nothing afterwards", () =>
    Effect.gen(function* () {
      const [passkeys, sessions] = [yield* Passkeys, yield* Sessions]
      const { authenticator, record } = yield* enrolled()
      const step = yield* signIn(record.user.email)
      if (step._tag !== "Pending") return assert.fail("a passkey should have been asked for")
      const pending = yield* pendingOf(step)
      yield* passkeys.authenticate(pending, authenticator.get(yield* passkeys.authenticationOptions(pending)))
      assert.strictEqual(yield* refusal(sessions.authenticatePending(step.token)), "session_revoked")
      const again = authenticator.get(yield* passkeys.authenticationOptions(pending))
      assert.strictEqual(yield* refusal(passkeys.authenticate(pending, again)), "session_revoked")
    })
  )

  it.effect("rule 3: nobody signs in with somebody else's passkey", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const [ada, eve] = [yield* enrolled(), yield* enrolled()]
      const pending = yield* challenged(ada.record.user.email)
      const options = yield* passkeys.authenticationOptions(pending)
      assert.strictEqual(
        yield* refusal(passkeys.authenticate(pending, eve.authenticator.get(options))),
        "invalid_credentials"
      )
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`select status from audit_logs where action = 'passkey.refused'
          and actor_user_id = ${ada.record.user.id}`
      assert.deepStrictEqual(rows, [{ status: "denied" }] as never)
    })
  )

  it.effect("rule 4: ten codes once, hashed; of twenty racers with one code a single one signs in", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const recovery = yield* RecoveryCodes
      const { codes, record } = yield* enrolled()
      assert.strictEqual(new Set(codes.map(Redacted.value)).size, 10)
      const [dump] = yield* sql<{ text: string }>`select string_agg(r::text, ' ') as text from recovery_codes r`
      for (const code of codes) assert.notInclude(dump?.text, Redacted.value(code).replaceAll("-", ""))
      const racers = yield* Effect.all(Array.from({ length: 20 }, () => challenged(record.user.email)))
      const first = codes[0] ?? Redacted.make("")
      // the limit on wrong codes would end the race early: each racer has its own count
      const outcomes = yield* Effect.forEach(
        racers,
        (pending) =>
          Effect.andThen(
            sql`delete from rate_limits where key like 'recovery/%'`,
            refusal(recovery.use(pending, first))
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter((code) => code === "").length, 1, JSON.stringify(outcomes))
      yield* sql`delete from rate_limits where key like 'recovery/%'`
      assert.strictEqual(
        yield* refusal(recovery.use(yield* challenged(record.user.email), first)),
        "invalid_credentials"
      )
    })
  )

  it.effect("rule 4: a recovery code is no fresh passkey", () =>
    Effect.gen(function* () {
      const { codes, record } = yield* enrolled()
      const opened = yield* (yield* RecoveryCodes).use(
        yield* challenged(record.user.email),
        codes[3] ?? Redacted.make("")
      )
      const session = yield* callerOf(opened)
      assert.isNull(session.mfa_verified_at)
      assert.strictEqual(yield* refusal((yield* StepUp).demand(session, "ui_user.create")), "step_up_required")
      assert.strictEqual(yield* refusal((yield* StepUp).demand(session, "own_passkey.create")), "step_up_required")
    })
  )

  it.effect("rule 4: five wrong codes in 15 minutes are enough, and each is in the audit trail", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const recovery = yield* RecoveryCodes
      const { codes, record } = yield* enrolled()
      const pending = yield* challenged(record.user.email)
      for (let wrong = 0; wrong < 5; wrong++)
        assert.strictEqual(
          yield* refusal(recovery.use(pending, Redacted.make("0000-0000-0000-0000"))),
          "invalid_credentials"
        )
      assert.strictEqual(yield* refusal(recovery.use(pending, codes[0] ?? Redacted.make(""))), "rate_limited")
      const rows = yield* sql`select 1 from audit_logs where action = 'recovery_code.refused'
          and actor_user_id = ${record.user.id}`
      assert.strictEqual(rows.length, 5)
    })
  )

  it.effect("rules 5 to 8: the table, action by action, with the policy on and off, with and without a passkey", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const ago = (minutes: number) => DateTime.subtract(now, { minutes })
      for (const action of stepUpActionNames) {
        const { proof } = stepUpActions[action]
        for (const role of roles) {
          for (const on of [true, false]) {
            for (const passkeys of [0, 1]) {
              const facts = { role, passkeys, authenticatedAt: ago(1), verifiedAt: null }
              const may = (changes: object) =>
                isProven(action, { requireForAdmins: on, requireForUsers: false }, { ...facts, ...changes }, 15, now)
              const byRule6 = proof === "admin" && isAdminLike(role)
              const what = `${action} as ${role}, policy ${on ? "on" : "off"}, ${passkeys} passkeys`
              if (byRule6) {
                assert.strictEqual(may({}), !on, `${what}: rule 6`)
                assert.isTrue(may({ verifiedAt: ago(15) }), `${what}: verified within the minutes`)
                assert.strictEqual(
                  may({ verifiedAt: DateTime.subtract(now, { minutes: 15, seconds: 1 }) }),
                  !on,
                  `${what}: verified too long ago`
                )
              } else {
                const passkeyNeeded = passkeys > 0 || (isAdminLike(role) && on && action !== "own_passkey.create")
                assert.strictEqual(may({}), !passkeyNeeded, `${what}: rule 8, a recent sign-in`)
                assert.isTrue(may({ verifiedAt: ago(1) }) || !passkeyNeeded, `${what}: rule 8, a passkey`)
                assert.strictEqual(
                  may({ authenticatedAt: DateTime.subtract(now, { minutes: 15, seconds: 1 }) }),
                  false,
                  `${what}: an old sign-in`
                )
              }
            }
          }
        }
      }
    })
  )

  it.effect(
    "rule 9: verifying inside the session renews mfa_verified_at of that session alone, and issues nothing",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const passkeys = yield* Passkeys
        const { authenticator, opened, record } = yield* enrolled()
        const elsewhere = yield* (yield* Sessions).open(record, null)
        yield* TestClock.adjust("4 minutes")
        const session = yield* callerOf(opened)
        const before = yield* sql`select hash from refresh_values where session_id = ${session.session_id}::uuid`
        yield* passkeys.stepUp(session, authenticator.get(yield* passkeys.authenticationOptions(session)))
        assert.deepStrictEqual((yield* callerOf(opened)).mfa_verified_at, yield* DateTime.now)
        assert.isNull((yield* callerOf(elsewhere)).mfa_verified_at)
        assert.deepStrictEqual(
          yield* sql`select hash from refresh_values where session_id = ${session.session_id}::uuid`,
          before
        )
      })
  )

  it.effect(
    "several passkeys: each has a name, signs in by itself, and can be removed; the " +
      "last one stays while it is required",
    () =>
      Effect.gen(function* () {
        const [passkeys, own] = [yield* Passkeys, yield* OwnSecurity]
        const { webauthn } = yield* Settings
        const { opened, record } = yield* enrolled()
        const session = yield* callerOf(opened)
        const second = new SoftAuthenticator(webauthn.origin)
        const added = yield* passkeys.register(session, {
          name: "Second",
          response: second.create(yield* passkeys.registrationOptions(session))
        })
        assert.isNull(added.recoveryCodes, "codes come with the first passkey only")
        assert.strictEqual(
          yield* refusal(callerOf(opened)),
          "session_revoked",
          "what changes how somebody proves who they are ends their sessions"
        )
        const renewed = yield* callerOf(added.opened)
        const pending = yield* challenged(record.user.email)
        assert.strictEqual(
          yield* refusal(passkeys.authenticate(pending, second.get(yield* passkeys.authenticationOptions(pending)))),
          ""
        )
        const sql = yield* SqlClient.SqlClient
        const ids = (yield* sql<{
          id: number
        }>`select id from webauthn_credentials where user_id = ${record.user.id} order by id`).map(({ id }) => id)
        yield* own.renamePasskey(renewed, ids[1] ?? 0, "Key ring")
        const left = yield* callerOf((yield* own.removePasskey(renewed, ids[0] ?? 0)).opened)
        assert.strictEqual(yield* refusal(own.removePasskey(left, ids[1] ?? 0)), "state_conflict")
        assert.strictEqual(yield* refusal(own.removePasskey(left, 999_999)), "not_found")
        assert.deepStrictEqual(
          yield* sql<{ name: string }>`select name from webauthn_credentials where user_id = ${record.user.id}`,
          [{ name: "Key ring" }]
        )
      })
  )

  it.effect(
    "an enrolled passkey is not enrolled again, nor by somebody else, and a pending sign-in adds none beside it",
    () =>
      Effect.gen(function* () {
        const passkeys = yield* Passkeys
        const { authenticator, opened, record } = yield* enrolled()
        const session = yield* callerOf(opened)
        const twice = authenticator.create(yield* passkeys.registrationOptions(session))
        assert.strictEqual(
          yield* refusal(passkeys.register(session, { name: "Again", response: twice })),
          "invalid_credentials"
        )
        assert.strictEqual((yield* again(record)).authVersion, record.authVersion, "and nothing is half-done")
        const pending = yield* challenged(record.user.email)
        assert.strictEqual(yield* refusal(passkeys.registrationOptions(pending)), "forbidden")
      })
  )
})
