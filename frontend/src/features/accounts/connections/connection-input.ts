import type { FormValues } from "~/components/ui/form"
import type { Connection, ConnectionChange, ConnectionInput, NewKeys, Tag } from "./connection"

const endpointOf = (values: FormValues): number | null => {
  const place = values["place"] ?? ""
  return place.startsWith("e:") ? Number(place.slice(2)) : null
}

const placeOf = (values: FormValues) => {
  const id = endpointOf(values)
  return id !== null
    ? { storage_endpoint_id: id }
    : {
        custom_endpoint: {
          provider: (values["provider"] || "other") as "cluster" | "cloud" | "other",
          url: values["url"] ?? "",
          region: values["region"] ?? "",
          verify_tls: values["verify_tls"] === "true",
          force_path_style: values["force_path_style"] === "true"
        }
      }
}

const endOf = (values: FormValues): string | null =>
  values["expires_at"] ? new Date(values["expires_at"]).toISOString() : null

export const toLocalDateTime = (at: string | null): string => {
  if (at === null) return ""
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const tagsOf = (values: FormValues): ReadonlyArray<Tag> =>
  values["tags"] === undefined ? [] : (JSON.parse(values["tags"]) as ReadonlyArray<Tag>)

export const enteredKeys = (values: FormValues): NewKeys => ({
  access_key: (values["access_key"] ?? "").trim(),
  secret_key: values["secret_key"] ?? "",
  session_token: values["session_token"]?.trim() || null
})

const common = (values: FormValues) => ({
  name: values["name"] ?? "",
  capabilities: { can_manage_iam: values["can_manage_iam"] === "true" },
  owner_type: (values["owner_type"] || null) as Connection["owner_type"],
  owner_identifier: values["owner_identifier"]?.trim() || null,
  tags: [...tagsOf(values)],
  expires_at: endOf(values)
})

export const connectionInput = (values: FormValues): ConnectionInput => ({
  ...common(values),
  ...placeOf(values),
  ...enteredKeys(values)
})

export const connectionChange = (values: FormValues, { version }: Connection): ConnectionChange => ({
  ...common(values),
  ...placeOf(values),
  ...(values["access_key"] || values["secret_key"] ? enteredKeys(values) : {}),
  version
})

export const probeInput = (values: FormValues) => ({ ...placeOf(values), ...enteredKeys(values) })

export const newKeysInput = (values: FormValues, { version }: Connection): NewKeys => ({
  ...enteredKeys(values),
  expires_at: endOf(values),
  accept_denied: values["accept_denied"] === "true",
  version
})
