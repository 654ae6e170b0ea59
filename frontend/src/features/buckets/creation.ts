import type { Answer, Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import type { ToastInput } from "~/lib/toasts"

export type Created = Answer<"POST /api/manager/bucket-creations">
type Creation = Body<"POST /api/manager/bucket-creations">

export const BUCKET_TEMPLATES = [
  { value: "", label: "None" },
  { value: "versioned", label: "Versioned" },
  { value: "private", label: "Private and versioned" },
  { value: "archive", label: "Archive, with object lock" }
] as const

const isTemplate = (text: string): text is NonNullable<Creation["template"]> =>
  BUCKET_TEMPLATES.some(({ value }) => value !== "" && value === text)

export const parseTagLines = (text: string): ReadonlyArray<{ readonly key: string; readonly value: string }> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf("=")
      return at < 0 ? { key: line, value: "" } : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
    })

const GIB = 1024 ** 3

export const creationInput = (values: FormValues): Creation => {
  const text = (name: string) => (values[name] ?? "").trim()
  const tags = parseTagLines(values["tags"] ?? "")
  const [objects, size] = [text("max_objects"), text("max_size")].map((amount) =>
    amount === "" ? null : Number(amount)
  )
  const template = text("template")
  return {
    name: text("name"),
    ...(values["object_lock"] === "on" ? { object_lock: true } : {}),
    ...(isTemplate(template) ? { template } : {}),
    ...(text("like") === "" ? {} : { like: text("like") }),
    features: {
      ...(values["versioning"] === "on" ? { versioning: { status: "enabled" } } : {}),
      ...(tags.length > 0 ? { tags: { tags: [...tags] } } : {}),
      ...(objects == null && size == null
        ? {}
        : {
            quota: {
              max_objects: objects ?? null,
              max_size_bytes: size == null ? null : Math.round(size * GIB),
              enabled: true
            }
          })
    }
  }
}

export const creationMessage = ({ name, state, steps }: Created): ToastInput => {
  const missing = steps
    .filter((step) => step.state === "failed")
    .map(({ detail, label }) => `${label}: ${detail ?? "not set"}`)
    .join(". ")
  switch (state) {
    case "created":
      return { text: `${name} is created` }
    case "created_in_part":
      return { tone: "danger", text: `${name} is created, and lacks what was asked for`, detail: missing }
    case "under_way":
      return { tone: "info", text: `${name} is still being created`, detail: "What is left is done by the service." }
    case "not_created":
      return { tone: "danger", text: `${name} is not created`, detail: missing }
  }
}
