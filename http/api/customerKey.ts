import { Schema } from "effect"

/** SSE-C key, 32 bytes in base64. In a header only, because addresses are logged; never stored. */
export const customerKey = {
  "x-sse-customer-key": Schema.optionalKey(
    Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{43}=$/u)))
  )
}
