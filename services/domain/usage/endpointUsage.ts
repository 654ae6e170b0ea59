/** Key of the usage of all buckets of an endpoint, which carries no user, as keys of listings do. */
export const endpointUsageKey = (endpointId: number): string => `endpoint:${endpointId}/usage`

/** Parses a key of an endpoint's usage; null: the key of a context's listing. */
export const endpointOfUsage = (key: string): number | null => {
  const match = /^endpoint:(\d{1,10})\/usage$/.exec(key)
  return match === null ? null : Number(match[1])
}
