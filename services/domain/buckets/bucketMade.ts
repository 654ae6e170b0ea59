/** When a bucket was made, to the millisecond and as ISO text, however a gateway spells it; null: nobody tells. */
export const madeMoment = (told: string | null | undefined): string | null => {
  const moment = Date.parse(told ?? "")
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** Whether what was kept with a bucket is of the one that stands there now. A moment that nobody tells tells none from another. */
export const sameBucket = (kept: string | null, now: string | null): boolean => kept === null || now === null || kept === now
