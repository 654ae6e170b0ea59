/** Sums over earlier buckets between the same endpoints. */
export interface PastCopies {
  readonly buckets: number
  readonly objects: number
  readonly bytes: number
  readonly seconds: number
}

/**
 * Seconds that objects take at the rates of earlier copies, by their number or their bytes, whichever takes longer.
 * Null: nothing comparable was copied, or the size is not known.
 */
export const estimatedDuration = (
  planned: { readonly objects: number | null; readonly bytes: number | null },
  past: PastCopies
): number | null => {
  const at = (amount: number | null, copied: number) =>
    amount === null || copied === 0 ? [] : [(amount * past.seconds) / copied]
  const durations = [...at(planned.objects, past.objects), ...at(planned.bytes, past.bytes)]
  return past.seconds <= 0 || durations.length === 0 ? null : Math.ceil(Math.max(...durations))
}
