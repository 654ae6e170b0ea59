import { queryText } from "../rgw/signRequest.ts"

export interface ListingRequest {
  readonly prefix: string
  readonly delimiter?: string
  readonly startAfter?: string | undefined
  readonly continuationToken: string | null
  readonly maxKeys: number
}

export const listingQuery = ({
  continuationToken,
  delimiter = "",
  maxKeys,
  prefix,
  startAfter = ""
}: ListingRequest): string =>
  queryText({
    ...(continuationToken === null ? {} : { "continuation-token": continuationToken }),
    ...(delimiter === "" ? {} : { delimiter }),
    "encoding-type": "url",
    "list-type": "2",
    "max-keys": String(maxKeys),
    ...(prefix === "" ? {} : { prefix }),
    ...(continuationToken !== null || startAfter === "" ? {} : { "start-after": startAfter })
  })
