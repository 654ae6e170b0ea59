import type { Row } from "~/client/contract"

export type ExposedBucket = Row<"GET /api/manager/exposure">

export interface Exposed extends ExposedBucket {
  readonly rank: number
}

const ORDER = [
  "public",
  "conditional",
  "unavailable",
  "linked",
  "shielded",
  "private"
] as const satisfies ReadonlyArray<ExposedBucket["verdict"]>

export const asExposed = (row: ExposedBucket): Exposed => ({ ...row, rank: ORDER.indexOf(row.verdict) })

export const EXPOSURE_FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "verdict",
    of: "verdict",
    label: "Exposure",
    options: [
      { value: "public", label: "Public" },
      { value: "conditional", label: "Public under conditions" },
      { value: "unavailable", label: "Unavailable" },
      { value: "linked", label: "Open links" },
      { value: "shielded", label: "Shielded" },
      { value: "private", label: "Private" }
    ]
  },
  { kind: "boolean", name: "website", of: "website", label: "Website", yes: "Websites", no: "No websites" }
] as const
