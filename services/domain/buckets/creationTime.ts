/** ISO text in milliseconds; null: unknown. */
export const creationTime = (text: string | null | undefined): string | null => {
  const moment = Date.parse(text ?? "")
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** True unless the times prove that the stored record belongs to an earlier bucket of the name. */
export const sameBucket = (stored: string | null, current: string | null): boolean =>
  stored === null || current === null || stored === current
