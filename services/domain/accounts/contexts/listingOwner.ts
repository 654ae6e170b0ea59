const listingKey = /^endpoint:(\d+)\/owner:([\s\S]+)$/

/** Parses a listing key: endpoint and owner (account id or uid). Null for connections and sessions. */
export const listingOwner = (key: string): { readonly endpointId: number; readonly owner: string } | null => {
  const match = listingKey.exec(key)
  return match === null ? null : { endpointId: Number(match[1]), owner: match[2] ?? "" }
}

export const listingKeyOf = (endpointId: number, owner: string): string => `endpoint:${endpointId}/owner:${owner}`

export const isAccountId = (owner: string): boolean => /^RGW\d{17}$/.test(owner)

export const clusterListingKey = (endpointId: number): string => `endpoint:${endpointId}/buckets`

export const clusterOfListing = (key: string): number | null => {
  const match = /^endpoint:(\d{1,10})\/buckets$/.exec(key)
  return match === null ? null : Number(match[1])
}

export const userListingKey = (userId: number): string => `user:${userId}`
