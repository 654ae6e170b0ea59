const MIN_PERMITS = 2

export const permitsPerReplica = (own: number, together: number, replicas: number | null): number =>
  Math.min(own, Math.max(MIN_PERMITS, replicas === null ? 0 : Math.floor(together / Math.max(1, replicas))))
