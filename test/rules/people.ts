import { Caller } from "#domain/platform/access/Caller.ts"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { Passkeys } from "#services/identity/passkeys/Passkeys.ts"
import { Passwords } from "#services/platform/Passwords.ts"
import { type OpenSession, type PendingSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { type UserRecord, Users } from "#services/identity/users/Users.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Settings } from "#services/platform/Settings.ts"
import { DateTime, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"

export const password = "correct horse battery staple"

export const somebody = Effect.fnUntraced(function* (role: UiRole = "ui_user") {
  const users = yield* Users
  const passwordHash = yield* (yield* Passwords).hash(Redacted.make(password))
  const record = yield* users.create(
    { email: `${crypto.randomUUID()}@example.org`, fullName: "Some One", role, passwordHash },
    yield* DateTime.now
  )
  return record ?? (yield* Effect.die(new Error("the e-mail was taken")))
})

export const again = (record: UserRecord) =>
  Effect.flatMap(Users, (users) => Effect.map(users.byId(record.user.id), Option.getOrThrow))

export const callerOf = (opened: OpenSession) =>
  Effect.flatMap(Sessions, (sessions) => sessions.authenticate(opened.access))
export const pendingOf = (pending: PendingSession) =>
  Effect.flatMap(Sessions, (sessions) => sessions.authenticatePending(pending.token))

export const enrolled = Effect.fnUntraced(function* (role: UiRole = "ui_admin") {
  const passkeys = yield* Passkeys
  const { webauthn } = yield* Settings
  const authenticator = new SoftAuthenticator(webauthn.origin)
  const record = yield* somebody(role)
  const pending = yield* Effect.flatMap((yield* Sessions).openPending(record, "webauthn_enrollment"), pendingOf)
  const response = authenticator.create(yield* passkeys.registrationOptions(pending))
  const { opened, recoveryCodes } = yield* passkeys.register(pending, { name: "Soft key", response })
  return { record: yield* again(record), authenticator, opened, codes: recoveryCodes ?? [] }
})

export const inBrowser = Effect.fnUntraced(function* (role: UiRole, verified: boolean) {
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, verified ? yield* DateTime.now : null)
  const browser = new ConsoleBrowser((yield* Settings).publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return { browser, record, opened }
})

export const sessionAs = Caller.cases.Session.make

export const passkeyPolicyIs = (forAdmins: boolean, forUsers: boolean) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    update application_settings set settings = settings || jsonb_build_object(
      'require_passkey_for_admins', ${forAdmins}::boolean, 'require_passkey_for_users', ${forUsers}::boolean)`.pipe(
      Effect.asVoid,
      Effect.orDie
    )
  )

export const refusal = <A, R>(attempt: Effect.Effect<A, { readonly code: string }, R>) =>
  Effect.match(attempt, { onFailure: ({ code }) => code, onSuccess: () => "" })
