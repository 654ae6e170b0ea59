import type { FormValues } from "~/components/ui/form"
import type { UploadAttributes } from "~/features/objects/transfers/upload-attributes"
import { parsePairs } from "../../object-details/object"

export const uploadAttributesOf = (values: FormValues): UploadAttributes => {
  const textOf = (name: "cache_control" | "content_type" | "storage_class") => {
    const text = (values[name] ?? "").trim()
    return text === "" ? {} : { [name]: text }
  }
  const metadata = Object.fromEntries(parsePairs(values["metadata"] ?? "", ":"))
  const tags = Array.from(parsePairs(values["tags"] ?? "", "="), ([key, value]) => ({ key, value }))
  return {
    customerKey: (values["customer_key"] ?? "").trim(),
    attributes: {
      ...textOf("content_type"),
      ...textOf("cache_control"),
      ...textOf("storage_class"),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      ...(tags.length === 0 ? {} : { tags })
    }
  }
}
