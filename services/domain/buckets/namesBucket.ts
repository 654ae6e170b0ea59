/** RGW answers requests for a bucket of this name with its Admin Ops API. */
export const adminEntry = "admin"

/**
 * Whether a name is a bucket's and nothing else in a request's path. Wider than what may be created, since a gateway may
 * hold buckets of its relaxed mode (255 characters, capitals, underscores); `..` or a slash would lead to another bucket.
 */
export const namesBucket = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,255}$/.test(name) && name !== "." && name !== ".." && name !== adminEntry
