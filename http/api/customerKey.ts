import { Schema } from "effect"

/**
 * The key of an object that is encrypted with its owner's (SSE-C): 32 bytes in base64. It travels in a header alone, since
 * addresses are kept and logged, and is passed on to the gateway and nowhere else.
 */
export const customerKey = {
  "x-sse-customer-key": Schema.optionalKey(Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{43}=$/u))))
}
