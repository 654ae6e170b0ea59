import type { Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import { archiveKeysOf, keyOfEntry } from "../transfers/entry-id"
import type { Sharing } from "./share"

type LinkRequest = Body<"POST /api/browser/buckets/:bucket_name/shares">

export const LINK_LIFETIMES: ReadonlyArray<{ readonly value: string; readonly label: string }> = [
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
  { value: "2592000", label: "30 days" },
  { value: "7776000", label: "90 days" },
  { value: "31536000", label: "1 year" }
]

const MEBIBYTE = 1024 * 1024

const filled = <K extends string, A>(
  name: K,
  text: string | undefined,
  of: (text: string) => A
): { readonly [N in K]?: A } =>
  (text === undefined || text === "" ? {} : { [name]: of(text) }) as { readonly [N in K]?: A }

export const linkRequest = ({ keys, prefix }: Sharing, what: string, values: FormValues): LinkRequest => {
  const [only = ""] = keys
  const common = {
    expires_seconds: Number(values["expires"]),
    ...filled("title", values["title"], String),
    ...filled("note", values["note"], String),
    ...filled("password", values["password"], String),
    ...filled("max_uses", values["max_uses"], Number)
  }
  if (what === "object") return { kind: "object", key: keyOfEntry(only), ...common }
  if (what === "archive")
    return { kind: "archive", prefix: keys.length === 1 ? only : prefix, ...archiveKeysOf(keys), ...common }
  const bytes = (text: string) => Math.round(Number(text) * MEBIBYTE)
  return {
    kind: "upload",
    prefix: keys.length === 0 ? prefix : only,
    ...common,
    ...filled("max_file_bytes", values["max_file"], bytes),
    ...filled("max_total_bytes", values["max_total"], bytes)
  }
}
