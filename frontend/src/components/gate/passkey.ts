import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON
} from "@simplewebauthn/browser"
import type { Answer, Body } from "~/client/contract"

// WebAuthn types of library and contract differ only in the type of extensions.

type Assertion = Body<"POST /api/auth/step-up/verify">
type Attestation = Body<"POST /api/auth/webauthn/registration/verify">["response"]

export const presentPasskey = async (options: Answer<"POST /api/auth/step-up/options">): Promise<Assertion> => {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const { clientExtensionResults, ...assertion } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON
  })
  return { ...assertion, clientExtensionResults: clientExtensionResults as Assertion["clientExtensionResults"] }
}

export const makePasskey = async (
  options: Answer<"POST /api/auth/webauthn/registration/options">
): Promise<Attestation> => {
  const { startRegistration } = await import("@simplewebauthn/browser")
  const { clientExtensionResults, ...attestation } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON
  })
  return { ...attestation, clientExtensionResults: clientExtensionResults as Attestation["clientExtensionResults"] }
}
