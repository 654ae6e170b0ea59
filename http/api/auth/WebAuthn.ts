import { SignInStep } from "#domain/identity/signin/Authentication.ts"
import { Forbidden, RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyEnrolled,
  PasskeyRequestOptions
} from "#domain/identity/WebAuthn.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { Credential } from "#domain/platform/Text.ts"

export const RecoveryCode = Schema.Struct({ code: Schema.RedactedFromValue(Credential(64)) }).annotate({
  identifier: "RecoveryCode"
})

export class WebAuthnGroup extends HttpApiGroup.make("webauthn")
  .add(
    HttpApiEndpoint.post("registrationOptions", "/webauthn/registration/options", {
      success: PasskeyCreationOptions,
      error: [Forbidden]
    }).annotate(RequiredAccess, access.enrolment("own_passkey.create")),
    HttpApiEndpoint.post("registrationVerify", "/webauthn/registration/verify", {
      payload: NewPasskey,
      success: PasskeyEnrolled,
      error: [Unauthenticated, Forbidden]
    }).annotate(RequiredAccess, access.enrolment("own_passkey.create")),
    HttpApiEndpoint.post("authenticationOptions", "/webauthn/authentication/options", {
      success: PasskeyRequestOptions,
      error: [Forbidden]
    }).annotate(RequiredAccess, access.preAuth),
    HttpApiEndpoint.post("authenticationVerify", "/webauthn/authentication/verify", {
      payload: PasskeyAssertion,
      success: SignInStep,
      error: [Unauthenticated, Forbidden]
    }).annotate(RequiredAccess, access.preAuth),
    HttpApiEndpoint.post("recoveryCodesUse", "/recovery-codes/use", {
      payload: RecoveryCode,
      success: SignInStep,
      error: [Unauthenticated, Forbidden, RateLimited]
    }).annotate(RequiredAccess, access.preAuth),
    HttpApiEndpoint.post("stepUpOptions", "/step-up/options", {
      success: PasskeyRequestOptions,
      error: [Forbidden]
    }).annotate(RequiredAccess, access.session()),
    HttpApiEndpoint.post("stepUpVerify", "/step-up/verify", {
      payload: PasskeyAssertion,
      success: HttpApiSchema.NoContent,
      error: [Unauthenticated]
    }).annotate(RequiredAccess, access.session())
  )
  .prefix("/api/auth") {}
