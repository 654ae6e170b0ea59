import { Schema } from "effect"
import { NextStep } from "./signin/Authentication.ts"
import { StorableJsonRecord, Name, Text } from "../platform/Text.ts"

/** Base64url; credentials and attestations stay far below 64 KiB. */
const Base64Url = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]*=*$/u), Schema.isMaxCodePoints(65_536))

const CredentialDescriptor = Schema.Struct({
  id: Schema.String,
  type: Schema.Literal("public-key"),
  transports: Schema.optionalKey(Schema.Array(Schema.String))
})

export const PasskeyCreationOptions = Schema.Struct({
  rp: Schema.Struct({ id: Schema.String, name: Schema.String }),
  user: Schema.Struct({ id: Schema.String, name: Schema.String, displayName: Schema.String }),
  challenge: Schema.String,
  pubKeyCredParams: Schema.Array(Schema.Struct({ alg: Schema.Int, type: Schema.Literal("public-key") })),
  timeout: Schema.Int,
  excludeCredentials: Schema.Array(CredentialDescriptor),
  authenticatorSelection: Schema.Struct({
    residentKey: Schema.Literal("preferred"),
    requireResidentKey: Schema.Boolean,
    userVerification: Schema.Literal("required")
  }),
  attestation: Schema.Literal("none")
}).annotate({ identifier: "PasskeyCreationOptions" })
export type PasskeyCreationOptions = typeof PasskeyCreationOptions.Type

export const PasskeyRequestOptions = Schema.Struct({
  challenge: Schema.String,
  rpId: Schema.String,
  timeout: Schema.Int,
  allowCredentials: Schema.Array(CredentialDescriptor),
  userVerification: Schema.Literal("required")
}).annotate({ identifier: "PasskeyRequestOptions" })
export type PasskeyRequestOptions = typeof PasskeyRequestOptions.Type

const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: Schema.Literal("public-key"),
  authenticatorAttachment: Schema.optionalKey(Schema.NullOr(Text(64))),
  clientExtensionResults: StorableJsonRecord
}

export const PasskeyAttestation = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    authenticatorData: Schema.optionalKey(Base64Url),
    transports: Schema.optionalKey(Schema.Array(Text(64)).check(Schema.isMaxLength(20))),
    publicKeyAlgorithm: Schema.optionalKey(Schema.Int),
    publicKey: Schema.optionalKey(Schema.NullOr(Base64Url))
  })
}).annotate({ identifier: "PasskeyAttestation" })
export type PasskeyAttestation = typeof PasskeyAttestation.Type

export const PasskeyAssertion = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Schema.optionalKey(Schema.NullOr(Base64Url))
  })
}).annotate({ identifier: "PasskeyAssertion" })
export type PasskeyAssertion = typeof PasskeyAssertion.Type

export const PasskeyName = Name(100).annotate({ identifier: "PasskeyName" })

export const NewPasskey = Schema.Struct({
  name: PasskeyName,
  response: PasskeyAttestation
}).annotate({ identifier: "NewPasskey" })

/** `recovery_codes` are returned once; null when the user already has codes. */
export const PasskeyEnrolled = Schema.Struct({
  next: NextStep,
  csrf_token: Schema.String,
  recovery_codes: Schema.NullOr(Schema.Array(Schema.String))
}).annotate({ identifier: "PasskeyEnrolled" })
