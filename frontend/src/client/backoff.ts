/** Milliseconds: 1, 2, 4 … 30 s, each minus up to half. */
export const backoff = (attempt: number, random: () => number = Math.random): number =>
  Math.min(30_000, 1000 * 2 ** attempt) * (1 - random() / 2)
