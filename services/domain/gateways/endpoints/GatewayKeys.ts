import { Schema } from "effect"
import { Name } from "../../platform/Text.ts"

/**
 * What a signed request can carry of a key: an access key stands in the `Authorization` header between `=` and `/`, ended by
 * a comma; a session token is a header of its own. Anything else would break the request before the gateway sees it.
 */
export const AccessKey = Name(256).check(
  Schema.isPattern(/^[!-+\--~]*$/u, { message: "An access key has only visible ASCII characters and no comma" })
).annotate({ identifier: "AccessKey" })

const Ascii = (maximum: number, pattern: RegExp, message: string) =>
  Schema.RedactedFromValue(Name(maximum).check(Schema.isPattern(pattern, { message })))

/** A secret is signed with, and never sent; gateways make and take printable ASCII only. */
export const SecretKey = Ascii(1024, /^[ -~]*$/u, "A secret key has only printable ASCII characters").annotate({ identifier: "SecretKey" })

export const SessionToken = Ascii(8192, /^[!-~]*$/u, "A session token has only visible ASCII characters").annotate({ identifier: "SessionToken" })
