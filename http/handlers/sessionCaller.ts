import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Effect } from "effect"

type Kind = Caller["_tag"]

const isOneOf = <K extends Kind>(kinds: ReadonlyArray<K>) => (caller: Caller): caller is Extract<Caller, { readonly _tag: K }> =>
  kinds.some((kind) => kind === caller._tag)

/** The caller, where the access middleware lets nobody else in; anybody else is a fault of ours. */
const callerOfKind = <K extends Kind>(...kinds: ReadonlyArray<K>) =>
  CurrentCaller.pipe(Effect.filterOrElse(isOneOf(kinds), (caller) => Effect.die(new Error(`${caller._tag} where ${kinds.join(" or ")} was required`))))

/** For endpoints that admit sessions alone. */
export const sessionCaller = callerOfKind("Session")

/** For endpoints that admit sign-ins that wait for their second step. */
export const pendingCaller = callerOfKind("PreAuth")

/** For endpoints that enrol passkeys. */
export const enrollingCaller = callerOfKind("Session", "PreAuth")
