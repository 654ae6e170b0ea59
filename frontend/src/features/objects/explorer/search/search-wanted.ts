import { SIZE_UNITS } from "~/components/filters/size-units"

/** Fields as in the address; "" is no condition. */
export interface SearchFields {
  q: string
  exact: string
  case: string
  here: string
  type: string
  class: string
  least: string
  most: string
  age: string
}

export const NO_SEARCH: SearchFields = {
  q: "",
  exact: "",
  case: "",
  here: "",
  type: "",
  class: "",
  least: "",
  most: "",
  age: ""
}

const HOUR = 3_600_000

export const AGE_OPTIONS = [
  { value: "", label: "Any time" },
  { value: "new-24", label: "Last 24 hours" },
  { value: "new-168", label: "Last 7 days" },
  { value: "new-720", label: "Last 30 days" },
  { value: "old-720", label: "Older than 30 days" },
  { value: "old-2160", label: "Older than 90 days" },
  { value: "old-8760", label: "Older than a year" }
] as const

/** Bytes of `20`, `1.5 MB`, `3GiB`; units count by 1,024. Null: empty; undefined: invalid. */
export const sizeTyped = (text: string): number | null | undefined => {
  if (text.trim() === "") return null
  const [, number = "", unit = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*([kmgtp]?)i?b?\s*$/i.exec(text) ?? []
  if (number === "") return undefined
  const [, factor = 1] =
    SIZE_UNITS.find(([name]) => name.charAt(0).toLowerCase() === (unit === "" ? "b" : unit.toLowerCase())) ?? []
  const bytes = Math.round(Number(number.replace(",", ".")) * factor)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

export const searchFault = ({ least, most }: SearchFields): string => {
  const [from, to] = [sizeTyped(least), sizeTyped(most)]
  if (from === undefined || to === undefined) return "Write a size as 20 KiB, 1.5 MiB or 3 GiB."
  return from !== null && to !== null && from > to ? "The least size is larger than the most." : ""
}

export const searchQueryOf = (fields: SearchFields, prefix: string, now: number) => {
  const [, kind, hours] = /^(new|old)-(\d+)$/.exec(fields.age) ?? []
  const at = hours === undefined ? undefined : new Date(now - Number(hours) * HOUR).toISOString()
  return {
    prefix,
    q: fields.q,
    exact: fields.exact === "true" ? ("true" as const) : undefined,
    case_sensitive: fields.case === "true" ? ("true" as const) : undefined,
    recursive: fields.here === "true" ? ("false" as const) : undefined,
    type: fields.type === "object" ? ("object" as const) : fields.type === "folder" ? ("folder" as const) : undefined,
    storage_class: fields.class,
    size_bytes_min: sizeTyped(fields.least) ?? undefined,
    size_bytes_max: sizeTyped(fields.most) ?? undefined,
    modified_after: kind === "new" ? at : undefined,
    modified_before: kind === "old" ? at : undefined
  }
}
