import { callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import type { BucketPlace } from "~/lib/bucket-place"
import { storedCustomerKey, keyHeaders } from "~/lib/customer-keys"
import type { FormValues } from "~/components/ui/form"

export type Details = Answer<"GET /api/browser/buckets/:bucket_name/objects/details">
export type HeaderName = keyof Details["headers"]

export interface Placed {
  readonly place: BucketPlace
  readonly details: Details
}

export const EDITABLE_HEADERS: ReadonlyArray<readonly [name: HeaderName, label: string]> = [
  ["content_type", "Content type"],
  ["cache_control", "Cache control"],
  ["content_disposition", "Content disposition"],
  ["content_encoding", "Content encoding"],
  ["content_language", "Content language"],
  ["expires", "Expires"],
  ["website_redirect", "Website redirect"]
]

export const readDetails = (place: BucketPlace, key: string, signal: AbortSignal): Promise<Details> => {
  return callIn(place, "GET /api/browser/buckets/:bucket_name/objects/details", {
    query: { key },
    signal,
    ...withKey(place, key)
  })
}

export const withKey = (place: BucketPlace, key: string) => {
  const customerKey = storedCustomerKey(place, key)
  return customerKey === "" ? {} : { headers: keyHeaders(customerKey) }
}

export const pairLines = (pairs: ReadonlyArray<readonly [string, string]>, sign: string): string =>
  pairs.map(([name, value]) => `${name}${sign}${value}`).join("\n")

export const parsePairs = (text: string, sign: ":" | "="): ReadonlyMap<string, string> =>
  new Map(
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const at = line.indexOf(sign)
        return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
      })
  )

type Edit = Body<"PATCH /api/browser/buckets/:bucket_name/objects/details">

export const attributeEdit = (
  { headers, key, metadata, revision, storage_class }: Details,
  values: FormValues
): Edit => {
  const newMetadata = parsePairs(values["metadata"] ?? "", ":")
  const changedHeaders = EDITABLE_HEADERS.filter(([name]) => (values[name] ?? "") !== (headers[name] ?? ""))
  return {
    key,
    revision,
    headers: Object.fromEntries(
      changedHeaders.map(([name]) => [name, (values[name] ?? "") === "" ? null : (values[name] ?? "")])
    ),
    metadata: [
      ...Object.keys(metadata)
        .filter((name) => !newMetadata.has(name))
        .map((name) => ({ name, value: null })),
      ...Array.from(newMetadata)
        .filter(([name, value]) => metadata[name] !== value)
        .map(([name, value]) => ({ name: name.toLowerCase(), value }))
    ],
    ...((values["storage_class"] ?? "") === "" || values["storage_class"] === storage_class
      ? {}
      : { storage_class: values["storage_class"] ?? "" })
  }
}

export const tagsEdit = (
  { key, tags }: Details,
  text: string
): Body<"PATCH /api/browser/buckets/:bucket_name/objects/tags"> => {
  const newTags = parsePairs(text, "=")
  const before = new Map((tags ?? []).map((tag) => [tag.key, tag.value]))
  return {
    key,
    set: Array.from(newTags)
      .filter(([name, value]) => before.get(name) !== value)
      .map(([name, value]) => ({ key: name, value })),
    remove: [...before.keys()].filter((name) => !newTags.has(name))
  }
}
