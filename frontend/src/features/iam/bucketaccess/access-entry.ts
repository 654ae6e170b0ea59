import type { Frame } from "~/client/contract"
import { dateTime } from "~/lib/format"
import { csv } from "../../../../../services/domain/platform/csv.ts"

type AccessFrame = Frame<"GET /api/manager/buckets/:bucket_name/access/stream">
export type AccessEntry = Extract<AccessFrame, { readonly event: "rows" }>["data"]["items"][number]
export type AccessRoute = AccessEntry["routes"][number]
export type UnknownAccess = Extract<AccessFrame, { readonly event: "unknown" }>["data"]["items"][number]
type RightState = AccessEntry["rights"]["list"]

export const RIGHT_LABELS = {
  list: "List",
  read: "Read",
  write: "Write",
  delete: "Delete",
  administer: "Administer"
} as const satisfies Readonly<Record<keyof AccessEntry["rights"], string>>
export const RIGHT_NAMES = Object.keys(RIGHT_LABELS) as ReadonlyArray<keyof typeof RIGHT_LABELS>

export const ACCESS_KINDS: Readonly<Record<AccessEntry["kind"], string>> = {
  account_root: "Root user",
  iam_user: "IAM user",
  iam_group: "IAM group",
  iam_role: "IAM role",
  rgw_user: "RGW user",
  account: "Other account",
  principal: "IAM user of another account",
  everyone: "Everyone",
  everyone_signed_in: "Everyone with a key",
  console_user: "Console user",
  private_access: "Private access",
  link: "Link"
}

const VIA: Readonly<Record<AccessRoute["via"], string>> = {
  owner: "Owner of the bucket",
  account_root: "Root user of the account",
  bucket_policy: "Bucket policy",
  identity_policy: "Policy",
  acl: "ACL",
  public_access_block: "Public access block",
  association: "Direct association",
  private_access: "Private access",
  link: "Link"
}

const HOLDERS: Readonly<Record<string, string>> = { groups: "group", roles: "role" }

/** The date of a policy's condition can be any text. */
const timeText = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : dateTime(text))

const sourceText = ({ holder, name, via }: AccessRoute): string => {
  if (via === "association") return name === null ? VIA.association : `Group ${name}`
  if (via !== "identity_policy") return VIA[via]
  const entity = holder === null ? undefined : HOLDERS[holder.entity]
  return `${VIA[via]}${name === null ? "" : ` ${name}`}${entity === undefined ? "" : ` of ${entity} ${holder?.name}`}`
}

export const routeText = (route: AccessRoute): string =>
  [
    `${route.effect === "Deny" ? "Denied by: " : ""}${sourceText(route)}`,
    ...(route.statement === null ? [] : [route.statement]),
    ...(route.until === null ? [] : [`${route.expired ? "expired" : "until"} ${timeText(route.until)}`])
  ].join(", ")

const STATES = { yes: "Yes", no: "No", unknown: "Unknown" } as const
export const stateLabel = ({ state }: RightState): string => STATES[state]

export const limitText = ({ except, only }: RightState): string =>
  [
    ...(only.length === 0 ? [] : [`only ${only.join(", ")}`]),
    ...(except.length === 0 ? [] : [`except ${except.join(", ")}`])
  ].join(", ")

export const hasAccess = ({ rights }: AccessEntry): boolean => RIGHT_NAMES.some((right) => rights[right].state !== "no")

export const hasExpiredGrant = ({ routes }: AccessEntry): boolean => routes.some(({ expired }) => expired)

export const mergeEntries = (
  fresh: ReadonlyArray<AccessEntry>,
  earlier: ReadonlyArray<AccessEntry>
): ReadonlyArray<AccessEntry> => {
  const ids = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...earlier.filter(({ id }) => !ids.has(id))]
}

const rightText = (state: RightState): string => [stateLabel(state), limitText(state)].filter(Boolean).join(", ")

export const accessCsv = (entries: ReadonlyArray<AccessEntry>, unknown: ReadonlyArray<UnknownAccess>): string => {
  const rights = RIGHT_NAMES.map((right) => RIGHT_LABELS[right])
  return csv([
    ["Who", "Kind", "Detail", ...rights, "Through", "Since", "Until", "Unknown because", "Notes"],
    ...entries.map((entry) => [
      entry.name,
      ACCESS_KINDS[entry.kind],
      entry.detail,
      ...RIGHT_NAMES.map((right) => rightText(entry.rights[right])),
      entry.routes.map(routeText).join("; "),
      entry.since,
      entry.until,
      entry.unknown.join("; "),
      entry.notes.join("; ")
    ]),
    ...unknown.map(({ part, why }) => [part, "Not read", "", ...rights.map(() => "Unknown"), "", "", "", why, ""])
  ])
}
