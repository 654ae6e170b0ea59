export { Listing } from "./listing"
export type { Beginning, Filter } from "./types"
export { changed, keyOf, type Listing as ListingState, openRow, useListing } from "./use-listing"
