const listingKey = /^endpoint:(\d+)\/owner:([\s\S]+)$/

/** Whose buckets a listing shows: an endpoint's, of an account (its id) or an RGW user (its uid); null of a connection or session. */
export const listingOwner = (key: string): { readonly endpointId: number; readonly owner: string } | null => {
  const match = listingKey.exec(key)
  return match === null ? null : { endpointId: Number(match[1]), owner: match[2] ?? "" }
}

/** The key of the listing of an account (its id) or RGW user (its uid) on an endpoint. */
export const listingKeyOf = (endpointId: number, owner: string): string => `endpoint:${endpointId}/owner:${owner}`
