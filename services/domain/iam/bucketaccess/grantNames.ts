/** Sids and policy names of "Give access". A Sid has letters and digits only, as AWS requires. */
export const GRANT_SID_PREFIX = "StowageAccess"
export const GRANT_NAME_PREFIX = "stowage-access-"

export const isGrantName = (name: string): boolean => name.startsWith(GRANT_NAME_PREFIX)
