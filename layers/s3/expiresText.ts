import type { S3Client } from "@aws-sdk/client-s3"

/** Gateways store any text as `Expires` (`5d`, `never`), but the SDK prints dates only. */
export class ExpiresText extends Date {
  readonly text: string
  constructor(text: string) {
    super(0)
    this.text = text
  }
}

export const sendExpiresText = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    (next) => (args) => {
      const expires: unknown = "Expires" in args.input ? args.input.Expires : undefined
      const { request } = args as { readonly request?: { readonly headers: Record<string, string> } }
      if (expires instanceof ExpiresText && request !== undefined) request.headers["expires"] = expires.text
      return next(args)
    },
    { step: "build", name: "sendExpiresText" }
  )
  return client
}
