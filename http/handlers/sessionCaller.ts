import { type Caller, CurrentCaller } from "#domain/Caller.ts"
import { Effect } from "effect"

/** The caller of an endpoint that admits sessions alone; the access middleware lets nobody else in. */
export const sessionCaller = Effect.flatMap(CurrentCaller, (caller): Effect.Effect<typeof Caller.cases.Session.Type> =>
  caller._tag === "Session" ? Effect.succeed(caller) : Effect.die(new Error(`${caller._tag} where a session was required`)))

/** The caller of an endpoint that admits pending sign-ins alone. */
export const pendingCaller = Effect.flatMap(CurrentCaller, (caller): Effect.Effect<typeof Caller.cases.PreAuth.Type> =>
  caller._tag === "PreAuth" ? Effect.succeed(caller) : Effect.die(new Error(`${caller._tag} where a pending sign-in was required`)))
