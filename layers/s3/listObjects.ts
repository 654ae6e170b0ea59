import { ListObjectsV2Command, type ListObjectsV2CommandInput, ListObjectVersionsCommand, type ListObjectVersionsCommandInput } from "@aws-sdk/client-s3"
import { Readable } from "node:stream"
import { readListing } from "./listingXml.ts"
import { NotS3Answer } from "./s3Failure.ts"
import { readVersions } from "./versionsXml.ts"

interface ResponseLike {
  readonly statusCode: number
  body: AsyncIterable<Uint8Array>
}

type Listing = ListObjectsV2Command | ListObjectVersionsCommand

/**
 * A listing whose page is read by `read`: the SDK signs, sends and tells failures as ever, but of an answer that succeeded it
 * sees `stub`. The page is in the output as `listing`.
 */
const readBy = <Command extends Listing>(command: Command, stub: string, read: (text: string) => object | null): Command => {
  let listing: object | null = null
  // each command types its own answers, and what is added here looks at none of them
  const { middlewareStack } = command as ListObjectsV2Command
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const response = result.response as ResponseLike
      if (response.statusCode !== 200) return result
      const pieces: Array<Uint8Array> = []
      for await (const piece of response.body) pieces.push(piece)
      listing = read(Buffer.concat(pieces).toString("utf8"))
      if (listing === null) throw new NotS3Answer(response.statusCode)
      response.body = Readable.from([Buffer.from(stub)])
      return result
    },
    { step: "deserialize", name: "readListing", priority: "low" }
  )
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      Object.assign(result.output as object, { listing })
      return result
    },
    { step: "initialize", name: "giveListing" }
  )
  return command
}

/** ListObjectsV2, its page a `ListingDocument`. */
export const listObjects = (input: ListObjectsV2CommandInput): ListObjectsV2Command =>
  readBy(new ListObjectsV2Command({ ...input, EncodingType: "url" }), "<ListBucketResult><Name>read</Name></ListBucketResult>", readListing)

/** ListObjectVersions, its page a `VersionsDocument`. */
export const listVersions = (input: ListObjectVersionsCommandInput): ListObjectVersionsCommand =>
  readBy(new ListObjectVersionsCommand({ ...input, EncodingType: "url" }), "<ListVersionsResult><Name>read</Name></ListVersionsResult>", readVersions)
