import type { SessionView } from "#domain/Authentication.ts"
import { Caller } from "#domain/Caller.ts"
import { workspacesOf } from "#domain/SignInPolicy.ts"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { Bootstrap } from "./Bootstrap.ts"
import { Passkeys } from "./Passkeys.ts"
import { Sessions } from "./Sessions.ts"
import { Tokens } from "./Tokens.ts"

/** What `GET /api/auth/session` tells the console. */
export class SessionViews extends Context.Service<SessionViews, {
  /** `refresh`: the refresh value that came along. */
  readonly describe: (caller: Caller, refresh: Option.Option<Redacted.Redacted>) => Effect.Effect<SessionView>
}>()("stowage/services/access/SessionViews") {
  static readonly layer = Layer.effect(SessionViews, Effect.gen(function*() {
    const sessions = yield* Sessions
    const passkeys = yield* Passkeys
    const bootstrap = yield* Bootstrap
    const tokens = yield* Tokens

    const signedIn = Effect.fnUntraced(function*({ mfa_verified_at, session_id, user }: typeof Caller.cases.Session.Type) {
      const view: SessionView = {
        authenticated: true,
        user,
        workspaces: workspacesOf(user.role),
        csrf_token: tokens.csrf(session_id),
        mfa: yield* passkeys.state(user, mfa_verified_at)
      }
      return view
    })

    const signedOut = Effect.fnUntraced(function*(
      pending: typeof Caller.cases.PreAuth.Type | null,
      refresh: Option.Option<Redacted.Redacted>
    ) {
      const family = Option.isNone(refresh) ? Option.none() : yield* sessions.refreshable(refresh.value)
      const enrolled = pending !== null && (yield* passkeys.state(pending.user, null)).enrolled
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

    const describe = Effect.fn("SessionViews.describe")(function*(
      caller: Caller,
      refresh: Option.Option<Redacted.Redacted>
    ): Effect.fn.Return<SessionView> {
      if (caller._tag === "Session") return yield* signedIn(caller)
      return yield* signedOut(caller._tag === "PreAuth" ? caller : null, refresh)
    })

    return SessionViews.of({ describe })
  }))
}
