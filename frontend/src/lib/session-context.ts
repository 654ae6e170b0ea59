import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"

/** Who is signed in; null until the browser has asked. */
export const SessionContext = createContextId<Signal<SignedIn | null>>("stowage.session")

export const useSession = () => useContext(SessionContext)
