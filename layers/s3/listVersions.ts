import { ListObjectVersionsCommand, type ListObjectVersionsCommandInput } from "@aws-sdk/client-s3"
import { Readable } from "node:stream"
import { NotS3Answer } from "./s3Failure.ts"
import { readVersions, type VersionsDocument } from "./versionsXml.ts"

interface ResponseLike {
  readonly statusCode: number
  body: AsyncIterable<Uint8Array>
}

const stub = "<ListVersionsResult><Name>read</Name></ListVersionsResult>"

export const listVersions = (input: ListObjectVersionsCommandInput): ListObjectVersionsCommand => {
  const command = new ListObjectVersionsCommand({ ...input, EncodingType: "url" })
  let listing: VersionsDocument | null = null
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const response = result.response as ResponseLike
      if (response.statusCode !== 200) return result
      const pieces: Array<Uint8Array> = []
      for await (const piece of response.body) pieces.push(piece)
      listing = readVersions(Buffer.concat(pieces).toString("utf8"))
      if (listing === null) throw new NotS3Answer(response.statusCode)
      response.body = Readable.from([Buffer.from(stub)])
      return result
    },
    { step: "deserialize", name: "readListing", priority: "low" }
  )
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      Object.assign(result.output as object, { listing })
      return result
    },
    { step: "initialize", name: "giveListing" }
  )
  return command
}
