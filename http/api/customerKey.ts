import { Schema } from "effect"

/**
 * SSE-C key, 32 bytes in base64. Sent in a header only, because addresses are logged; passed to the gateway and not
 * stored.
 */
export const customerKey = {
  "x-sse-customer-key": Schema.optionalKey(
    Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{43}=$/u)))
  )
}
