import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { SignedIn, UserSignedIn } from "~/client/session"

export const SessionContext = createContextId<Signal<SignedIn | null>>("stowage.session")

export const useSession = () => useContext(SessionContext)

export const signedInUser = (session: SignedIn | null): UserSignedIn["user"] | undefined =>
  session?.kind === "user" ? session.user : undefined
