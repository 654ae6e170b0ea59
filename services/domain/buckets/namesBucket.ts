/** RGW serves its Admin Ops API under this bucket name. */
export const adminEntry = "admin"

/**
 * True for a name that can only be a bucket in a request path. Accepts names of RGW's relaxed mode (255 characters,
 * capitals, underscores); `..` or a slash would address another bucket.
 */
export const namesBucket = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,255}$/.test(name) && name !== "." && name !== ".." && name !== adminEntry
