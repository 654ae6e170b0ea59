import { Schema } from "effect"
import { Name } from "../../platform/Text.ts"

/** `=`, `/` and `,` delimit the key in the `Authorization` header. */
export const AccessKey = Name(256)
  .check(Schema.isPattern(/^[!-+\--~]*$/u, { message: "An access key has only visible ASCII characters and no comma" }))
  .annotate({ identifier: "AccessKey" })

const Ascii = (maximum: number, pattern: RegExp, message: string) =>
  Schema.RedactedFromValue(Name(maximum).check(Schema.isPattern(pattern, { message })))

/** Used for signing only; gateways accept printable ASCII. */
export const SecretKey = Ascii(1024, /^[ -~]*$/u, "A secret key has only printable ASCII characters").annotate({
  identifier: "SecretKey"
})

export const SessionToken = Ascii(8192, /^[!-~]*$/u, "A session token has only visible ASCII characters").annotate({
  identifier: "SessionToken"
})
