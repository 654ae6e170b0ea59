import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import type { Answer, Body } from "~/client/contract"

// The browser's library and the contract type the same documents of WebAuthn each in their own way: this file is where
// they meet. Of extensions both say only that they are JSON.

type Assertion = Body<"POST /api/auth/step-up/verify">
type Attestation = Body<"POST /api/auth/webauthn/registration/verify">["response"]

/** Asks the browser for one of the person's passkeys. Rejects as the browser does, see `passkeyError`. */
export const presentPasskey = async (options: Answer<"POST /api/auth/step-up/options">): Promise<Assertion> => {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const { clientExtensionResults, ...assertion } = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  return { ...assertion, clientExtensionResults: clientExtensionResults as Assertion["clientExtensionResults"] }
}

/** Has the browser make a passkey. Rejects as the browser does. */
export const makePasskey = async (options: Answer<"POST /api/auth/webauthn/registration/options">): Promise<Attestation> => {
  const { startRegistration } = await import("@simplewebauthn/browser")
  const { clientExtensionResults, ...attestation } = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  return { ...attestation, clientExtensionResults: clientExtensionResults as Attestation["clientExtensionResults"] }
}
