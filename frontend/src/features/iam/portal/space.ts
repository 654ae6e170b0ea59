import type { Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import { bytes, counted } from "~/lib/format"

export type Space = Row<"GET /api/portal/spaces">
export type Right = NonNullable<Space["right"]>

export const SPACE_RIGHTS: Readonly<Record<Right, string>> = {
  read: "Read",
  write: "Read and write",
  manage: "Manage"
}

export const RIGHT_OPTIONS = [
  { value: "read", label: "Read: list and download" },
  { value: "write", label: "Read and write: also upload and delete" },
  { value: "manage", label: "Manage: also old versions and members" }
] as const satisfies ReadonlyArray<{ readonly value: Right; readonly label: string }>

export const parseRight = (value: string | undefined): Right =>
  value === "write" || value === "manage" ? value : "read"

export const sizeText = ({
  object_count,
  prefix,
  used_bytes
}: Pick<Space, "object_count" | "prefix" | "used_bytes">) =>
  prefix !== ""
    ? "A folder: its size is not measured"
    : used_bytes === null
      ? "Size not known yet"
      : `${bytes(used_bytes)}${object_count === null ? "" : `, ${counted(object_count, "object")}`}`

export const spaceTrouble = ({
  access,
  bucket_state
}: Space): { readonly text: string; readonly tone: Tone } | null => {
  if (bucket_state === "missing") return { text: "Bucket deleted", tone: "danger" }
  if (bucket_state === "creating") return { text: "Being created", tone: "info" }
  if (access === null || access.state === "active") return null
  return access.state === "provisioning"
    ? { text: "Being set up", tone: "info" }
    : { text: "Not set up yet", tone: "warn" }
}

export const spaceHref = (accountId: number, id: number): string =>
  `/portal/spaces/${id}?${new URLSearchParams({ account_id: String(accountId) })}`
