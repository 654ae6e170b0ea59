import type { PasskeyCreationOptions, PasskeyRequestOptions } from "#domain/passkeys/WebAuthn.ts"
import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/browser"

/** Asks the browser for one of the person's passkeys. Rejects as the browser does, see `passkeyError`. */
export const presentPasskey = async (options: (typeof PasskeyRequestOptions)["Encoded"]): Promise<AuthenticationResponseJSON> => {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Has the browser make a passkey. Rejects as the browser does. */
export const makePasskey = async (options: (typeof PasskeyCreationOptions)["Encoded"]): Promise<RegistrationResponseJSON> => {
  const { startRegistration } = await import("@simplewebauthn/browser")
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}
