import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { SignedIn, UserSignedIn } from "~/client/session"

/** Who is signed in; null until the browser has asked. */
export const SessionContext = createContextId<Signal<SignedIn | null>>("stowage.session")

export const useSession = () => useContext(SessionContext)

/** Whose account it is; undefined while unknown, and of a session that S3 keys alone opened. */
export const userOf = (session: SignedIn | null): UserSignedIn["user"] | undefined => (session?.kind === "user" ? session.user : undefined)
