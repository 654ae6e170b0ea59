import type { S3Client } from "@aws-sdk/client-s3"
import { NotS3Answer } from "./s3Failure.ts"

interface ResponseLike {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
}

/** An object may be an HTML page; callers check its other headers. */
const mayBePages = new Set(["GetObjectCommand", "HeadObjectCommand"])

export const refusePages = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args)
      const { headers, statusCode } = result.response as ResponseLike
      const page = headers["content-type"]?.startsWith("text/html") === true
      if (page && statusCode < 300 && !mayBePages.has(context.commandName ?? "")) throw new NotS3Answer(statusCode)
      return result
    },
    { step: "deserialize", name: "refusePages", priority: "low" }
  )
  return client
}
