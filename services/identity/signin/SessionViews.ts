import type { SessionView } from "#domain/identity/signin/Authentication.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { passkeyRequired, workspacesOf } from "#domain/identity/signin/SignInPolicy.ts"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { SignedInFacts } from "./SignedInFacts.ts"

export class SessionViews extends Context.Service<
  SessionViews,
  {
    readonly describe: (caller: Caller, refresh: Option.Option<Redacted.Redacted>) => Effect.Effect<SessionView>
  }
>()("stowage/services/identity/signin/SessionViews") {
  static readonly layer = Layer.effect(
    SessionViews,
    Effect.gen(function* () {
      const refreshes = yield* Refreshes
      const s3Sessions = yield* S3Sessions
      const bootstrap = yield* Bootstrap
      const tokens = yield* Tokens
      const facts = yield* SignedInFacts
      const { endpointStatus } = yield* Settings

      const signedIn = Effect.fnUntraced(function* ({
        mfa_verified_at,
        session_id,
        user
      }: typeof Caller.cases.Session.Type) {
        const {
          access_mark,
          disabled_tools,
          manager_tools,
          passkeyPolicy,
          passkeys: enrolled,
          portal,
          privileges,
          recovery_codes_left,
          unread_notifications
        } = yield* facts.of(user.id)
        const view: SessionView = {
          authenticated: true,
          kind: "user",
          user,
          workspaces: workspacesOf(user.role, privileges, portal),
          manager_tools,
          disabled_tools,
          csrf_token: tokens.csrf(session_id),
          mfa: {
            required: passkeyRequired(passkeyPolicy, user.role),
            enrolled: enrolled > 0,
            verified_at: mfa_verified_at,
            recovery_codes_left
          },
          unread_notifications,
          access_mark,
          features: { endpoint_status: endpointStatus.enabled }
        }
        return view
      })

      const signedInWithKeys = Effect.fnUntraced(function* ({ session_id }: typeof Caller.cases.S3Session.Type) {
        const s3Session = yield* s3Sessions.describe(session_id)
        if (s3Session === null) return null
        const view: SessionView = {
          authenticated: true,
          kind: "s3",
          access_key: s3Session.endpoint.access_key,
          endpoint_name: s3Session.endpoint.name,
          workspaces: ["browser"],
          csrf_token: tokens.csrf(session_id),
          expires_at: s3Session.endsAt
        }
        return view
      })

      const signedOut = Effect.fnUntraced(function* (
        pending: typeof Caller.cases.PreAuth.Type | null,
        refresh: Option.Option<Redacted.Redacted>
      ) {
        const family = Option.isNone(refresh) ? Option.none() : yield* refreshes.refreshable(refresh.value)
        const enrolled = pending !== null && (yield* facts.of(pending.user.id)).passkeys > 0
        const sessionId = pending?.session_id ?? Option.getOrNull(family)?.sessionId ?? null
        const view: SessionView = {
          authenticated: false,
          setup_required: yield* bootstrap.isOpen,
          refreshable: Option.isSome(family),
          pending: pending === null ? null : enrolled ? "webauthn_authentication" : "webauthn_enrollment",
          csrf_token: sessionId === null ? null : tokens.csrf(sessionId)
        }
        return view
      })

      const describe = Effect.fn("SessionViews.describe")(function* (
        caller: Caller,
        refresh: Option.Option<Redacted.Redacted>
      ): Effect.fn.Return<SessionView> {
        if (caller._tag === "Session") return yield* signedIn(caller)
        const s3 = caller._tag === "S3Session" ? yield* signedInWithKeys(caller) : null
        if (s3 !== null) return s3
        return yield* signedOut(caller._tag === "PreAuth" ? caller : null, refresh)
      })

      return SessionViews.of({ describe })
    })
  )
}
