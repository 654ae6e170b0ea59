import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions
} from "#domain/identity/WebAuthn.ts"
import { Context, type Effect, Schema } from "effect"
import type { Passkey } from "./PasskeyRecords.ts"

export class PasskeyRejected extends Schema.TaggedError<PasskeyRejected>()("PasskeyRejected", {
  reason: Schema.String
}) {}

/** User verification required, no attestation. Stateless: callers store challenges and credentials. */
export class WebAuthn extends Context.Service<
  WebAuthn,
  {
    readonly creationOptions: (
      user: CallerUser,
      challenge: string,
      existing: ReadonlyArray<Passkey>
    ) => Effect.Effect<PasskeyCreationOptions>
    readonly requestOptions: (
      challenge: string,
      allowed: ReadonlyArray<Passkey>
    ) => Effect.Effect<PasskeyRequestOptions>
    readonly challengeOf: (response: PasskeyAttestation | PasskeyAssertion) => string | null
    readonly verifyAttestation: (
      response: PasskeyAttestation,
      challenge: string
    ) => Effect.Effect<Passkey, PasskeyRejected>
    /** Returns the new counter. Rejects a decreased counter and a passkey with another user handle. */
    readonly verifyAssertion: (
      response: PasskeyAssertion,
      challenge: string,
      passkey: Passkey,
      userId: number
    ) => Effect.Effect<{ readonly counter: number; readonly backedUp: boolean }, PasskeyRejected>
  }
>()("stowage/services/identity/passkeys/WebAuthn") {}
