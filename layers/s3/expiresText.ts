import type { S3Client } from "@aws-sdk/client-s3"

/**
 * An `Expires` header as text. Gateways store any text there (`5d`, `never`, dates of other spellings), and the SDK prints dates
 * only: an edit of something else must send back what was read.
 */
export class ExpiresText extends Date {
  readonly text: string
  constructor(text: string) {
    // a date that the SDK can print; `sendExpiresText` puts the text in its place
    super(0)
    this.text = text
  }
}

/** Makes a client send each `ExpiresText` as it is. */
export const sendExpiresText = (client: S3Client): S3Client => {
  client.middlewareStack.add((next) => (args) => {
    const expires: unknown = "Expires" in args.input ? args.input.Expires : undefined
    const { request } = args as { readonly request?: { readonly headers: Record<string, string> } }
    if (expires instanceof ExpiresText && request !== undefined) request.headers["expires"] = expires.text
    return next(args)
  }, { step: "build", name: "sendExpiresText" })
  return client
}
