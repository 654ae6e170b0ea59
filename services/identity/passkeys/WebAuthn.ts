import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreationOptions, PasskeyRequestOptions } from "#domain/identity/WebAuthn.ts"
import { Context, type Effect, Schema } from "effect"
import type { Passkey } from "./PasskeyRecords.ts"

/** A response that does not prove possession of the passkey, from our origin, with user verification. */
export class PasskeyRejected extends Schema.TaggedError<PasskeyRejected>()("PasskeyRejected", { reason: Schema.String }) {}

/**
 * The WebAuthn protocol for our RP id and origin: user verification required, no attestation.
 * It remembers nothing: challenges and credentials are its callers'.
 */
export class WebAuthn extends Context.Service<WebAuthn, {
  readonly creationOptions: (
    user: CallerUser,
    challenge: string,
    existing: ReadonlyArray<Passkey>
  ) => Effect.Effect<PasskeyCreationOptions>
  readonly requestOptions: (challenge: string, allowed: ReadonlyArray<Passkey>) => Effect.Effect<PasskeyRequestOptions>
  /** The challenge that a response says it answers; unverified. Null when the response cannot be read. */
  readonly challengeOf: (response: PasskeyAttestation | PasskeyAssertion) => string | null
  readonly verifyAttestation: (response: PasskeyAttestation, challenge: string) => Effect.Effect<Passkey, PasskeyRejected>
  /** Answers the authenticator's new counter; a counter that went back is rejected, and a passkey that names another user as its own. */
  readonly verifyAssertion: (response: PasskeyAssertion, challenge: string, passkey: Passkey, userId: number) => Effect.Effect<
    { readonly counter: number; readonly backedUp: boolean },
    PasskeyRejected
  >
}>()("stowage/services/identity/passkeys/WebAuthn") {}
