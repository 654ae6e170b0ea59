import type { Body } from "~/client/contract"

type Changes = Body<"POST /api/browser/buckets/:bucket_name/attributes">["change"]

export const ATTRIBUTE_OPTIONS = [
  ["storage_class", "Storage class"],
  ["content_type", "Content type"],
  ["cache_control", "Cache-Control"],
  ["content_disposition", "Content-Disposition"],
  ["content_encoding", "Content-Encoding"],
  ["content_language", "Content-Language"],
  ["expires", "Expires"],
  ["website_redirect", "Website redirect"],
  ["metadata", "Metadata"],
  ["tag", "Tag"]
] as const
export type AttributeName = (typeof ATTRIBUTE_OPTIONS)[number][0]

export interface AttributeRow {
  readonly id: number
  what: AttributeName
  name: string
  value: string
  away: boolean
}

export interface AttributeForm {
  rows: Array<AttributeRow>
  onlyTheseTags: boolean
  hold: "" | "on" | "off"
  mode: "" | "governance" | "compliance"
  until: string
  bypass: boolean
}

export const hasAttributeName = (what: AttributeName): boolean => what === "metadata" || what === "tag"

export const changesOf = ({ bypass, hold, mode, onlyTheseTags, rows, until }: AttributeForm): Changes | string => {
  const headers: Record<string, string | null> = {}
  const metadata: Array<{ name: string; value: string | null }> = []
  const set: Array<{ key: string; value: string }> = []
  const remove: Array<string> = []
  let storageClass: string | undefined
  for (const { away, name, value, what } of rows) {
    if (hasAttributeName(what) && name.trim() === "")
      return what === "tag" ? "A tag needs its key." : "Metadata needs its name."
    if (what === "storage_class") {
      if (value.trim() === "") return "Give a storage class."
      storageClass = value.trim()
    } else if (what === "metadata") metadata.push({ name: name.trim().toLowerCase(), value: away ? null : value })
    else if (what === "tag") {
      if (away) remove.push(name)
      else set.push({ key: name, value })
    } else headers[what] = away || value === "" ? null : value
  }
  const time = Date.parse(`${until}Z`)
  if (mode !== "" && Number.isNaN(time)) return "Say until when objects are retained."
  const change = {
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(metadata.length > 0 ? { metadata } : {}),
    ...(storageClass === undefined ? {} : { storage_class: storageClass }),
    ...(set.length + remove.length > 0 || onlyTheseTags ? { tags: { set, remove, replace: onlyTheseTags } } : {}),
    ...(hold === "" ? {} : { legal_hold: hold === "on" }),
    ...(mode === ""
      ? {}
      : { retention: { mode, retain_until: new Date(time).toISOString(), bypass_governance: bypass } })
  }
  return Object.keys(change).length === 0 ? "Nothing is changed yet." : change
}
