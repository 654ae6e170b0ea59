/** Amazon and RGW refuse signatures older or newer than this. */
const MAX_SKEW_SECONDS = 900

export const skewCode = "RequestTimeTooSkewed"

/** Seconds, positive when our clock is ahead; null without a date. Uses `Date` because signers do. */
const aheadOf = (date: unknown): number | null => {
  const theirs = typeof date === "string" ? Date.parse(date) : Number.NaN
  return Number.isNaN(theirs) ? null : Math.round((Date.now() - theirs) / 1000)
}

/** Detects a refusal for clock skew without a code, as HEAD gives it. `date`: the answer's header. */
export const refusedForClocks = (status: number | null, date: unknown): boolean =>
  status === 403 && Math.abs(aheadOf(date) ?? 0) > MAX_SKEW_SECONDS

export const skewText = (date: unknown): string => {
  const ahead = aheadOf(date) ?? 0
  return Math.abs(ahead) <= MAX_SKEW_SECONDS
    ? "The clock of this service and the gateway's are too far apart: set both by NTP"
    : `The clock of this service is ${Math.round(Math.abs(ahead) / 60)} minutes ` +
        `${ahead > 0 ? "ahead of" : "behind"} the gateway's, which takes no signature that is more than 15 minutes ` +
        "off: set both by NTP"
}
