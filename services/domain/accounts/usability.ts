import { DateTime } from "effect"
import { hostAllowed } from "../platform/AllowedHost.ts"

export const connectionFaults = ["expired", "host_not_allowed"] as const
export type ConnectionFault = (typeof connectionFaults)[number]

export const hostIsAllowed = (allowed: ReadonlyArray<string>, url: string): boolean =>
  hostAllowed(allowed, new URL(url).hostname)

export const connectionFault = (
  connection: { readonly customUrl: string | null; readonly expiresAt: DateTime.Utc | null },
  allowed: ReadonlyArray<string>,
  now: DateTime.Utc
): { readonly reason: ConnectionFault; readonly detail: string } | null => {
  const { customUrl, expiresAt } = connection
  if (customUrl !== null && !hostIsAllowed(allowed, customUrl)) {
    return {
      reason: "host_not_allowed",
      detail:
        `${new URL(customUrl).hostname} is not on USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: ask whoever runs this ` +
        "service to add it"
    }
  }
  if (expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now)) {
    return {
      reason: "expired",
      detail: `Its temporary credentials ended at ${DateTime.formatIso(expiresAt)}: renew the keys`
    }
  }
  return null
}
