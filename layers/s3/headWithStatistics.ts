import { HeadBucketCommand } from "@aws-sdk/client-s3"

interface HttpRequestLike {
  query: Record<string, string>
}

/** S10: RGW answers statistics in headers, without admin rights; the SDK drops them: added as `rgw`. */
export const headWithStatistics = (name: string): HeadBucketCommand => {
  const command = new HeadBucketCommand({ Bucket: name })
  command.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as HttpRequestLike
      request.query = { ...request.query, "read-stats": "true" }
      return next(args)
    },
    { step: "build", name: "askForStatistics" }
  )
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { headers } = result.response as { readonly headers: Record<string, string> }
      Object.assign(result.output as object, { rgw: headers })
      return result
    },
    { step: "deserialize", name: "readStatistics", priority: "high" }
  )
  return command
}
