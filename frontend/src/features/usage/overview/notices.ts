import type { Answer } from "~/client/contract"
import type { IconName } from "~/lib/icon-names"
import { causeInWords } from "~/features/gateways/endpoints/causes"
import { dateTime } from "~/lib/format"

type Summary = Answer<"GET /api/admin/stats/summary">

export interface Notice {
  readonly key: string
  readonly tone: "danger" | "warn" | "info"
  readonly icon: IconName
  readonly text: string
  readonly href: string
  readonly label: string
}

const many = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${more}`

export const noticesOf = (summary: Summary, superadmin: boolean, watched = true): ReadonlyArray<Notice> => {
  const { attention: at, endpoints, open_incidents, storage, troubled_endpoints } = summary
  const inIncident = new Set(open_incidents.map(({ storage_endpoint_id }) => storage_endpoint_id))
  const notices: Array<Notice | null> = [
    ...open_incidents.map(
      ({ name, started_at, storage_endpoint_id, summary }): Notice => ({
        key: `incident-${storage_endpoint_id}`,
        tone: "danger",
        icon: "circle-x",
        text: `${name} has an incident: ${summary}, since ${dateTime(started_at)}`,
        href: `/admin/storage-endpoints/${storage_endpoint_id}?tab=health`,
        label: "Open its health"
      })
    ),
    ...troubled_endpoints
      .filter(({ id }) => !inIncident.has(id))
      .map(
        ({ error, id, name, state }): Notice => ({
          key: `endpoint-${id}`,
          tone: state === "down" ? "danger" : "warn",
          icon: "server",
          text:
            state === "down"
              ? `${name} does not answer${error === null ? "" : ` (${causeInWords(error).toLowerCase()})`}`
              : `${name} answers slowly`,
          href: `/admin/storage-endpoints/${id}`,
          label: "Open the endpoint"
        })
      ),
    at.unknown_changes === 0
      ? null
      : {
          key: "changes",
          tone: "danger",
          icon: "circle-alert",
          text:
            `${many(at.unknown_changes, "change of a gateway has", "changes of gateways have")} an outcome that ` +
            "nobody knows",
          href: "/admin/audit?q=unknown",
          label: "Look into the audit trail"
        },
    at.failed_jobs === 0
      ? null
      : {
          key: "jobs",
          tone: "warn",
          icon: "history",
          text: `${many(at.failed_jobs, "job", "jobs")} did not end well the last time`,
          href: "/admin/storage-endpoints",
          label: "Check the endpoints"
        },
    at.stale_listings === 0
      ? null
      : {
          key: "listings",
          tone: "warn",
          icon: "database",
          text: `${many(at.stale_listings, "bucket listing is", "bucket listings are")} old: the last refresh failed`,
          href: "/manager/buckets",
          label: "Open the buckets"
        },
    at.differing_accounts === 0
      ? null
      : {
          key: "drift-accounts",
          tone: "warn",
          icon: "triangle-alert",
          text: many(
            at.differing_accounts,
            "RGW account differs from its gateway",
            "RGW accounts differ from their gateways"
          ),
          href: "/admin/accounts?drift=true",
          label: "See what differs"
        },
    at.differing_s3_users === 0
      ? null
      : {
          key: "drift-users",
          tone: "warn",
          icon: "triangle-alert",
          text: many(
            at.differing_s3_users,
            "RGW user differs from its gateway",
            "RGW users differ from their gateways"
          ),
          href: "/admin/s3-users?drift=true",
          label: "See what differs"
        },
    at.expiring_connections === 0
      ? null
      : {
          key: "connections",
          tone: "warn",
          icon: "plug",
          text:
            `Temporary credentials of ${many(at.expiring_connections, "connection end", "connections end")} ` +
            "within a day, or have ended",
          href: "/admin/s3-connections?credentials=temporary,expired",
          label: "Renew them"
        },
    at.pending_link_requests === 0
      ? null
      : {
          key: "links",
          tone: "info",
          icon: "user-check",
          text: `${many(at.pending_link_requests, "link request waits", "link requests wait")} for a decision`,
          href: "/admin/identity/link-requests",
          label: "Decide"
        },
    at.expiring_tokens === 0
      ? null
      : {
          key: "tokens",
          tone: "info",
          icon: "ticket",
          text: `${many(at.expiring_tokens, "API token ends", "API tokens end")} within a week`,
          href: superadmin ? "/admin/api-tokens" : "/profile#api-tokens",
          label: "Look at the tokens"
        },
    at.failed_sign_ins < 20
      ? null
      : {
          key: "sign-ins",
          tone: "warn",
          icon: "lock",
          text: `${many(at.failed_sign_ins, "sign-in was", "sign-ins were")} refused in the last 24 hours`,
          href: "/admin/audit?q=session.login_failed",
          label: "See who tried"
        },
    endpoints.total === 0
      ? {
          key: "none",
          tone: "info",
          icon: "list-checks",
          text: "No storage endpoint is registered yet",
          href: "/onboarding",
          label: "Get started"
        }
      : null,
    endpoints.unchecked === 0 || !watched
      ? null
      : {
          key: "unchecked",
          tone: "info",
          icon: "activity",
          text: `The health of ${many(endpoints.unchecked, "endpoint was", "endpoints was")} never checked`,
          href: "/admin/storage-endpoints",
          label: "Check it"
        },
    storage.unknown === 0
      ? null
      : {
          key: "unknown",
          tone: "info",
          icon: "info",
          text:
            `${many(storage.unknown, "RGW account or RGW user is", "RGW accounts and RGW users are")} not ` +
            "counted yet: that happens after an import, every night, and when somebody opens their buckets",
          href: "/admin/accounts",
          label: "See them"
        }
  ]
  const rank = { danger: 0, warn: 1, info: 2 } as const
  return notices.filter((one) => one !== null).toSorted((one, other) => rank[one.tone] - rank[other.tone])
}

export interface Verdict {
  readonly tone: "ok" | "info" | "warn"
  readonly text: string
}

/** With one of these, the verdict cannot be that all is right. */
const UNKNOWN_KEYS: ReadonlySet<string> = new Set(["none", "unchecked", "unknown"])

export const verdictOf = (notices: ReadonlyArray<Notice>, watched: boolean): Verdict => {
  const wanting = notices.filter(({ tone }) => tone !== "info").length
  if (wanting > 0) return { tone: "warn", text: wanting === 1 ? "One thing wants you" : `${wanting} things want you` }
  return watched && !notices.some(({ key }) => UNKNOWN_KEYS.has(key))
    ? { tone: "ok", text: "Everything is all right" }
    : { tone: "info", text: "No problem is known, but not everything was checked" }
}
