import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Context, Effect, Layer, Option, type Redacted } from "effect"

type SessionCaller = typeof Caller.cases.Session.Type

export class SignOut extends Context.Service<
  SignOut,
  {
    readonly here: (caller: Caller, refresh: Option.Option<Redacted.Redacted>) => Effect.Effect<void>
    readonly everywhere: (caller: Caller) => Effect.Effect<void>
    readonly elsewhere: (caller: SessionCaller) => Effect.Effect<number>
  }
>()("stowage/services/identity/signin/SignOut") {
  static readonly layer = Layer.effect(
    SignOut,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const s3Sessions = yield* S3Sessions

      const here = Effect.fn("SignOut.here")(function* (caller: Caller, refresh: Option.Option<Redacted.Redacted>) {
        if (caller._tag === "S3Session") yield* s3Sessions.logout(caller)
        if (Option.isSome(refresh)) yield* sessions.logout(refresh.value)
      })

      const everywhere = Effect.fn("SignOut.everywhere")(function* (caller: Caller) {
        const user = callerUser(caller)
        if (user !== null) yield* sessions.logoutAll(user)
      })

      const elsewhere = Effect.fn("SignOut.elsewhere")((caller: SessionCaller) =>
        sessions.logoutOthers(caller.user, caller.session_id)
      )

      return SignOut.of({ here, everywhere, elsewhere })
    })
  )
}
