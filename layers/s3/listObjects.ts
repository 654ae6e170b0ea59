import { ListObjectsV2Command, type ListObjectsV2CommandInput } from "@aws-sdk/client-s3"
import { Readable } from "node:stream"
import { type ListingDocument, readListing } from "./listingXml.ts"
import { NotS3Answer } from "./s3Failure.ts"

interface ResponseLike {
  readonly statusCode: number
  body: AsyncIterable<Uint8Array>
}

/** What the SDK is left to read of a page that was read already. */
const stub = "<ListBucketResult><Name>read</Name></ListBucketResult>"

/**
 * ListObjectsV2 whose page is read by `readListing`: the SDK signs, sends and tells failures as ever, but of an answer that
 * succeeded it sees a stub. The page is in the output as `listing`.
 */
export const listObjects = (input: ListObjectsV2CommandInput): ListObjectsV2Command => {
  const command = new ListObjectsV2Command({ ...input, EncodingType: "url" })
  let listing: ListingDocument | null = null
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const response = result.response as ResponseLike
      if (response.statusCode !== 200) return result
      const pieces: Array<Uint8Array> = []
      for await (const piece of response.body) pieces.push(piece)
      listing = readListing(Buffer.concat(pieces).toString("utf8"))
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
