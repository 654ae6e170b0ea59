import { DateTime, Effect, Redacted } from "effect"
import { signedText } from "#domain/objects/migrations/migrationWebhook.ts"

export const webhookSecretPurpose = (seal: string): string => `bucket_migration_webhook/${seal}`

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const encoder = new TextEncoder()

const signatureOf = (secret: Redacted.Redacted, text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const usage = { name: "HMAC", hash: "SHA-256" }
    const key = await crypto.subtle.importKey("raw", encoder.encode(Redacted.value(secret)), usage, false, ["sign"])
    return `v1=${hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))))}`
  })

export const signedHeaders = Effect.fnUntraced(function* (secret: Redacted.Redacted, delivery: string, body: string) {
  const timestamp = String(Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000))
  return {
    "x-stowage-delivery": delivery,
    "x-stowage-timestamp": timestamp,
    "x-stowage-signature": yield* signatureOf(secret, signedText(timestamp, body))
  }
})
