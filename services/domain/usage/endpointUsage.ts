/** Carries no user, as keys of listings do. */
export const endpointUsageKey = (endpointId: number): string => `endpoint:${endpointId}/usage`

export const endpointOfUsage = (key: string): number | null => {
  const match = /^endpoint:(\d{1,10})\/usage$/.exec(key)
  return match === null ? null : Number(match[1])
}
