import { Layer } from "effect"
import { AuthHandlers } from "./auth/Auth.ts"
import { WebAuthnHandlers } from "./auth/WebAuthn.ts"

/** Handlers of signing in and of passkeys. */
export const AccessHandlers = Layer.mergeAll(AuthHandlers, WebAuthnHandlers)
