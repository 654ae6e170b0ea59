import { callIn } from "~/client/call"
import type { Answer, Body, Row } from "~/client/contract"

const ROOT = "/api/cluster-admin/endpoints/:endpoint_id/golden-templates"

export type Template = Row<`GET ${typeof ROOT}`>
export type TemplateInput = Body<`POST ${typeof ROOT}`>
export type Setting = TemplateInput["settings"][number]
export type DriftPage = Answer<`GET ${typeof ROOT}/:template_id/drift`>
export type Drift = DriftPage["items"][number]
export type DriftState = Drift["state"]

export const PAGE_SIZE = 25

export const DRIFT_STATES: ReadonlyArray<{
  readonly state: DriftState
  readonly label: string
  readonly counted: string
  readonly tone: "ok" | "warn" | "neutral"
}> = [
  { state: "differs", label: "Differs", counted: "differ", tone: "warn" },
  { state: "unknown", label: "Unknown", counted: "unknown", tone: "neutral" },
  { state: "agrees", label: "Agrees", counted: "agree", tone: "ok" }
]

// not those of bulk changes, which load the editors with this page
const LABELS: Readonly<Record<Setting["kind"], string>> = {
  tags: "Tags",
  lifecycle: "Lifecycle rules",
  cors: "CORS rules",
  policy: "Policy statements",
  quota: "Quota",
  versioning: "Versioning",
  public_access_block: "Public access block"
}

export const SETTING_KINDS = Object.keys(LABELS) as ReadonlyArray<Setting["kind"]>

export const settingLabel = (kind: Setting["kind"]): string => LABELS[kind]

const keysOf = (setting: Extract<Setting, { readonly set: unknown }>): ReadonlyArray<string> =>
  setting.kind === "tags"
    ? setting.set.map(({ key, value }) => (value === "" ? key : `${key}=${value}`))
    : setting.kind === "policy"
      ? setting.set.map((statement) => String(statement["Sid"]))
      : setting.set.map(({ id }) => id)

export const settingText = (setting: Setting): string => {
  if ("set" in setting)
    return [
      ...(setting.set.length === 0 ? [] : [keysOf(setting).join(", ")]),
      ...(setting.remove.length === 0 ? [] : [`without ${setting.remove.join(", ")}`])
    ].join("; ")
  if (setting.value === null) return "not set"
  if (setting.kind === "versioning") return setting.value.status === "enabled" ? "on" : "suspended"
  if (setting.kind === "quota") {
    const { enabled, max_objects, max_size_bytes } = setting.value
    const limits = [
      ...(max_size_bytes === null ? [] : [`${max_size_bytes} bytes`]),
      ...(max_objects === null ? [] : [`${max_objects} objects`])
    ]
    return `${limits.join(", ") || "no limit"}${enabled ? "" : " (off)"}`
  }
  const blocked = Object.values(setting.value).filter(Boolean).length
  return blocked === 4 ? "all blocked" : `${blocked} of 4 blocked`
}

export const listTemplates = (endpointId: string, signal: AbortSignal) =>
  callIn({ endpointId }, `GET ${ROOT}`, { signal })

export const saveTemplate = (endpointId: string, before: Template | null, body: TemplateInput): Promise<unknown> =>
  before === null
    ? callIn({ endpointId }, `POST ${ROOT}`, { body })
    : callIn({ endpointId }, `PUT ${ROOT}/:template_id`, {
        params: { template_id: before.id },
        body: { ...body, version: before.version }
      })

export const removeTemplate = (endpointId: string, id: number): Promise<unknown> =>
  callIn({ endpointId }, `DELETE ${ROOT}/:template_id`, { params: { template_id: id } })

export const readDrift = (
  endpointId: string,
  id: number,
  query: { readonly page: number; readonly state: DriftState | "" },
  signal: AbortSignal
) =>
  callIn({ endpointId }, `GET ${ROOT}/:template_id/drift`, {
    params: { template_id: id },
    query: { page: query.page, page_size: PAGE_SIZE, ...(query.state === "" ? {} : { state: query.state }) },
    signal
  })

export const readDiffering = (endpointId: string, id: number) =>
  callIn({ endpointId }, `GET ${ROOT}/:template_id/differing`, { params: { template_id: id } })

export const draftOf = (endpointId: string, bucketId: string) =>
  callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/golden-template-draft", {
    query: { bucket_id: bucketId }
  })
