/** A process takes as many turns at an endpoint at least, so that one caller gets half of them and never all. */
const fewest = 2

/**
 * How many calls of a sort one process has in flight at an endpoint: what it may have (`own`), and no more than its part of what all
 * `replicas` may have together. Their number is null while it is not known: then as few as can be.
 */
export const turnsEach = (own: number, together: number, replicas: number | null): number =>
  Math.min(own, Math.max(fewest, replicas === null ? 0 : Math.floor(together / Math.max(1, replicas))))
