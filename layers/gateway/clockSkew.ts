/** A gateway takes no signature that is older or younger than this, whoever signed it (Amazon, RGW). In seconds. */
const mostSkew = 900

/** What gateways say where a signature's time is too far from theirs. */
export const skewCode = "RequestTimeTooSkewed"

/** Seconds by which our clock is ahead of that of an answer's `date`; null where it says none. Signers go by `Date`, and so does this. */
const aheadOf = (date: unknown): number | null => {
  const theirs = typeof date === "string" ? Date.parse(date) : Number.NaN
  return Number.isNaN(theirs) ? null : Math.round((Date.now() - theirs) / 1000)
}

/** Whether a refusal is for the clocks' sake although it names no code: of a HEAD nothing is said but the status. `date`: the answer's header. */
export const refusedForClocks = (status: number | null, date: unknown): boolean => status === 403 && Math.abs(aheadOf(date) ?? 0) > mostSkew

/** What to tell of clocks that are too far apart, with the difference where the answer tells the gateway's time. */
export const skewText = (date: unknown): string => {
  const ahead = aheadOf(date) ?? 0
  return Math.abs(ahead) <= mostSkew
    ? "The clock of this service and the gateway's are too far apart: set both by NTP"
    : `The clock of this service is ${Math.round(Math.abs(ahead) / 60)} minutes ${ahead > 0 ? "ahead of" : "behind"} the gateway's, which takes no signature that is more than 15 minutes off: set both by NTP`
}
