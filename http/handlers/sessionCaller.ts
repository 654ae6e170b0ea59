import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Effect } from "effect"

type Kind = Caller["_tag"]

const isOneOf =
  <K extends Kind>(kinds: ReadonlyArray<K>) =>
  (caller: Caller): caller is Extract<Caller, { readonly _tag: K }> =>
    kinds.some((kind) => kind === caller._tag)

const callerOfKind = <K extends Kind>(...kinds: ReadonlyArray<K>) =>
  CurrentCaller.pipe(
    Effect.filterOrElse(isOneOf(kinds), (caller) =>
      Effect.die(new Error(`${caller._tag} where ${kinds.join(" or ")} was required`))
    )
  )

export const sessionCaller = callerOfKind("Session")

export const pendingCaller = callerOfKind("PreAuth")

export const enrollingCaller = callerOfKind("Session", "PreAuth")
