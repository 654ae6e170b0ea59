import { queryText } from "../rgw/signRequest.ts"

/** What is asked of ListObjectsV2; what is null or empty is not asked. */
export interface Asked {
  readonly prefix: string
  readonly delimiter?: string
  readonly startAfter?: string | undefined
  readonly continuationToken: string | null
  readonly maxKeys: number
}

/** The query of ListObjectsV2, keys escaped in its answer, as it is signed and sent: in the order of its names. */
export const listingQuery = ({ continuationToken, delimiter = "", maxKeys, prefix, startAfter = "" }: Asked): string =>
  queryText({
    ...(continuationToken === null ? {} : { "continuation-token": continuationToken }),
    ...(delimiter === "" ? {} : { delimiter }),
    "encoding-type": "url", "list-type": "2", "max-keys": String(maxKeys),
    ...(prefix === "" ? {} : { prefix }),
    ...(continuationToken !== null || startAfter === "" ? {} : { "start-after": startAfter })
  })
