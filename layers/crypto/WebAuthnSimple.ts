import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreationOptions } from "#domain/identity/WebAuthn.ts"
import type { Passkey } from "#services/identity/passkeys/PasskeyRecords.ts"
import { PasskeyRejected, WebAuthn } from "#services/identity/passkeys/WebAuthn.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Effect, Layer, Option, Schema } from "effect"

const CEREMONY_TIMEOUT_MILLIS = 5 * 60_000

/** COSE algorithms: EdDSA, ES256, RS256. */
const COSE_ALGORITHMS = [-8, -7, -257]

/** WebAuthn level 3, 5.8.1. `crossOrigin` and `topOrigin` show a frame of another site, which is refused. */
const ClientData = Schema.fromJsonString(
  Schema.Struct({
    challenge: Schema.String,
    crossOrigin: Schema.optionalKey(Schema.Unknown),
    topOrigin: Schema.optionalKey(Schema.Unknown)
  })
)

const clientDataOf = ({ response }: PasskeyAttestation | PasskeyAssertion) =>
  Schema.decodeUnknownOption(ClientData)(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"))

const isFramed = (response: PasskeyAttestation | PasskeyAssertion) =>
  Option.match(clientDataOf(response), {
    onNone: () => true,
    onSome: ({ crossOrigin, topOrigin }) => (crossOrigin ?? false) !== false || topOrigin !== undefined
  })

const framed = new PasskeyRejected({ reason: "the ceremony took place in another site's frame" })

const handleOf = (userId: number) => Buffer.from(`stowage-user-${userId}`).toString("base64url")

/** Loaded at the first ceremony: its 300 modules slow a start. */
const library = () => import("@simplewebauthn/server")

const rejected = (cause: unknown) =>
  new PasskeyRejected({ reason: cause instanceof Error ? cause.message : "the response was not verified" })

/** The package's optional fields may not be null, but browsers send null. */
const withoutNull = <A extends object>(value: A) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as { [K in keyof A]: NonNullable<A[K]> }

const descriptor = ({ credentialId, transports }: Passkey) =>
  ({ id: credentialId, type: "public-key", transports: [...transports] }) as const

export const layer = Layer.effect(
  WebAuthn,
  Effect.gen(function* () {
    const {
      webauthn: { origin, rpId }
    } = yield* Settings
    const expectations = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true }

    const creationOptions = Effect.fn("WebAuthn.creationOptions")(
      (user: CallerUser, challenge: string, existing: ReadonlyArray<Passkey>) =>
        Effect.succeed<PasskeyCreationOptions>({
          rp: { id: rpId, name: "Stowage" },
          user: {
            id: handleOf(user.id),
            name: user.email,
            displayName: user.full_name
          },
          challenge,
          pubKeyCredParams: COSE_ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
          timeout: CEREMONY_TIMEOUT_MILLIS,
          excludeCredentials: existing.map(descriptor),
          authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "required" },
          attestation: "none"
        })
    )

    const requestOptions = Effect.fn("WebAuthn.requestOptions")((challenge: string, allowed: ReadonlyArray<Passkey>) =>
      Effect.succeed({
        challenge,
        rpId,
        timeout: CEREMONY_TIMEOUT_MILLIS,
        allowCredentials: allowed.map(descriptor),
        userVerification: "required" as const
      })
    )

    const challengeOf = (response: PasskeyAttestation | PasskeyAssertion) =>
      Option.match(clientDataOf(response), { onNone: () => null, onSome: ({ challenge }) => challenge })

    const verifyAttestation = Effect.fn("WebAuthn.verifyAttestation")(function* (
      response: PasskeyAttestation,
      challenge: string
    ) {
      if (isFramed(response)) return yield* framed
      const { registrationInfo } = yield* Effect.tryPromise({
        try: async () =>
          (await library()).verifyRegistrationResponse({
            ...expectations,
            response: {
              id: response.id,
              rawId: response.rawId,
              type: response.type,
              clientExtensionResults: {},
              response: { ...withoutNull(response.response), transports: [...(response.response.transports ?? [])] }
            },
            expectedChallenge: challenge,
            supportedAlgorithmIDs: COSE_ALGORITHMS
          }),
        catch: rejected
      })
      if (registrationInfo === undefined) return yield* rejected(null)
      const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo
      return {
        credentialId: credential.id,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp
      }
    })

    const verifyAssertion = Effect.fn("WebAuthn.verifyAssertion")(function* (
      response: PasskeyAssertion,
      challenge: string,
      passkey: Passkey,
      userId: number
    ) {
      if (isFramed(response)) return yield* framed
      // authenticators omit it when given a list of passkeys (7.2, step 6)
      const handle = response.response.userHandle ?? ""
      if (handle !== "" && handle.replace(/=+$/, "") !== handleOf(userId)) {
        return yield* new PasskeyRejected({ reason: "the passkey belongs to another user" })
      }
      const { authenticationInfo, verified } = yield* Effect.tryPromise({
        try: async () =>
          (await library()).verifyAuthenticationResponse({
            ...expectations,
            response: {
              id: response.id,
              rawId: response.rawId,
              type: response.type,
              clientExtensionResults: {},
              response: withoutNull(response.response)
            },
            expectedChallenge: challenge,
            credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter }
          }),
        catch: rejected
      })
      if (!verified) return yield* rejected(null)
      return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
    })

    return WebAuthn.of({ creationOptions, requestOptions, challengeOf, verifyAttestation, verifyAssertion })
  })
)
