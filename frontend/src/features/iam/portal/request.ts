import type { Body, Row } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import type { Tone } from "~/components/ui/badge"
import type { FormValues } from "~/components/ui/form"
import { enteredBytes } from "~/features/accounts/rgw-settings/amounts"
import { bytes } from "~/lib/format"
import { SPACE_RIGHTS, parseRight, type Space } from "./space"

export type PortalRequest = Row<"GET /api/portal/requests">
export type RequestType = PortalRequest["type"]
type NewRequest = Body<"POST /api/portal/requests">
type Approval = Body<"POST /api/portal/requests/:request_id/approve">

export const REQUEST_TYPES: Readonly<Record<RequestType, { readonly ask: string; readonly noun: string }>> = {
  space: { ask: "Ask for a space", noun: "Storage space" },
  quota: { ask: "Ask for more room", noun: "More room" },
  access: { ask: "Ask for access", noun: "Access" }
}

export const REQUEST_STATES: Readonly<Record<PortalRequest["state"], { readonly text: string; readonly tone: Tone }>> =
  {
    pending: { text: "Waiting for a decision", tone: "info" },
    approved: { text: "Approved", tone: "ok" },
    rejected: { text: "Rejected", tone: "danger" },
    withdrawn: { text: "Withdrawn", tone: "neutral" },
    expired: { text: "Ended", tone: "neutral" }
  }

export const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "")
export const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null)

const spaceName = (id: unknown, spaces: ReadonlyArray<Space>): string =>
  spaces.find((space) => space.id === id)?.name ?? `space ${String(id)}`

export const requestSummary = (
  type: RequestType,
  of: NonNullable<PortalRequest["result"]>,
  spaces: ReadonlyArray<Space>
): string => {
  switch (type) {
    case "quota":
      return `${bytes(numberOrNull(of["max_size_bytes"]) ?? 0)} for ${spaceName(of["storage_space_id"], spaces)}`
    case "space":
      return `${textOrEmpty(of["name"])}, bucket ${textOrEmpty(of["bucket_name"])}`
    case "access": {
      const space = textOrEmpty(of["space_name"]) || spaceName(of["storage_space_id"], spaces)
      return `${SPACE_RIGHTS[parseRight(textOrEmpty(of["right"]))]}: ${space}`
    }
  }
}

const filled = (values: FormValues, name: string): string => (values[name] ?? "").trim()

const sizeOf = (values: FormValues): number => {
  const size = enteredBytes(values, "max_size_bytes")
  if (size !== null && size > 0) return size
  throw new ProblemError({
    status: 422,
    code: "no_size",
    title: "No size",
    detail: "",
    errors: [{ path: ["max_size_bytes"], message: "Type a size, such as 10." }]
  })
}

export const requestOf = (type: RequestType, values: FormValues): NewRequest => {
  const text = filled(values, "note")
  const note = text === "" ? {} : { note: text }
  switch (type) {
    case "quota":
      return {
        type,
        payload: { storage_space_id: Number(values["storage_space_id"]), max_size_bytes: sizeOf(values), ...note }
      }
    case "space":
      return { type, payload: { name: filled(values, "name"), bucket_name: filled(values, "bucket_name"), ...note } }
    case "access":
      return {
        type,
        payload: { space_name: filled(values, "space_name"), right: parseRight(values["right"]), ...note }
      }
  }
}

export const approvalOf = ({ payload, type }: PortalRequest, values: FormValues): Approval => {
  const end = values["expires_at"] ? { expires_at: new Date(values["expires_at"]).toISOString() } : {}
  switch (type) {
    case "quota":
      return {
        result: { storage_space_id: numberOrNull(payload["storage_space_id"]) ?? 0, max_size_bytes: sizeOf(values) },
        ...end
      }
    case "space": {
      const prefix = filled(values, "prefix")
      return {
        result: {
          name: filled(values, "name"),
          bucket_name: filled(values, "bucket_name"),
          ...(prefix === "" ? {} : { prefix }),
          ...(values["existing_bucket"] === "true" ? { existing_bucket: true } : {})
        },
        ...end
      }
    }
    case "access":
      return {
        result: { storage_space_id: Number(values["storage_space_id"]), right: parseRight(values["right"]) },
        ...end
      }
  }
}
