/** Sums over earlier buckets between the same endpoints. */
export interface PastCopies {
  readonly buckets: number
  readonly objects: number
  readonly bytes: number
  readonly seconds: number
}

/** Seconds by number or by bytes, whichever is longer. Null: nothing comparable was copied, or unknown size. */
export const estimatedDuration = (
  planned: { readonly objects: number | null; readonly bytes: number | null },
  past: PastCopies
): number | null => {
  const at = (amount: number | null, copied: number) =>
    amount === null || copied === 0 ? [] : [(amount * past.seconds) / copied]
  const durations = [...at(planned.objects, past.objects), ...at(planned.bytes, past.bytes)]
  return past.seconds <= 0 || durations.length === 0 ? null : Math.ceil(Math.max(...durations))
}
