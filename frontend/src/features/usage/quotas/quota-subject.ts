import type { Answer, Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import { forecastText } from "./forecast-text"

type ListedSubject = Row<"GET /api/admin/quota/subjects">
export type QuotaSubjectDetail = Answer<"GET /api/admin/quota/subjects/:type/:id">

export type QuotaSubject = ListedSubject & { readonly key: string }

export type SubjectType = ListedSubject["type"]

export const SUBJECT_KINDS: Readonly<Record<SubjectType, string>> = { S3Account: "RGW account", S3User: "RGW user" }

export const QUOTA_STATES: Readonly<Record<ListedSubject["state"], { readonly text: string; readonly tone: Tone }>> = {
  normal: { text: "Normal", tone: "ok" },
  threshold: { text: "Almost full", tone: "warn" },
  full: { text: "Full", tone: "danger" },
  unknown: { text: "Unknown", tone: "neutral" }
}

export const KIND_OPTIONS = [
  { value: "S3Account", label: SUBJECT_KINDS.S3Account },
  { value: "S3User", label: SUBJECT_KINDS.S3User }
] as const

export const STATE_OPTIONS = [
  { value: "normal", label: QUOTA_STATES.normal.text },
  { value: "threshold", label: QUOTA_STATES.threshold.text },
  { value: "full", label: QUOTA_STATES.full.text },
  { value: "unknown", label: QUOTA_STATES.unknown.text }
] as const

export const withKey = <S extends ListedSubject>(subject: S): S & { readonly key: string } => ({
  ...subject,
  key: `${subject.type}/${subject.id}`
})

/** The API refuses unknown types. */
export const subjectParams = (key: string) => {
  const [type, id] = key.split("/")
  return { type: type as SubjectType, id: Number(id) }
}

export const subjectHref = ({ id, type }: Pick<ListedSubject, "id" | "type">): string => `/admin/quotas/${type}/${id}`

export const quotaHref = ({ id, type }: Pick<ListedSubject, "id" | "type">): string =>
  `${type === "S3Account" ? "/admin/accounts" : "/admin/s3-users"}/${id}?tab=quotas`

/** A current measurement goes before a forecast of the last night. */
export const timeText = ({ forecast, state }: Pick<ListedSubject, "forecast" | "state">): string =>
  state === "full" ? "full now" : forecastText(forecast)
