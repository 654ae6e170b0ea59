import { Schema } from "effect"
import { CreateStorageEndpoint } from "../../../gateways/endpoints/StorageEndpoint.ts"
import { declareSection } from "../declareSection.ts"
import { canonicalUrl, pairs } from "../flatten.ts"
import { optionalSecret } from "../SecretReference.ts"

const { admin_secret_key: _adminSecret, ...endpoint } = CreateStorageEndpoint.fields

export const EndpointEntry = Schema.Struct({ ...endpoint, admin_secret_key: optionalSecret }).annotate({
  identifier: "EndpointEntry"
})

export const storageEndpoints = declareSection({
  entry: EndpointEntry,
  noun: "storage endpoint",
  nameOf: ({ name }) => name,
  keyOf: ({ name }) => name.toLowerCase(),
  fields: Object.keys(endpoint),
  replacedFields: ["features_config", "tags"],
  flatten: {
    url: (url) => [["url", canonicalUrl(url)]],
    // null equals absent here
    features_config: (config) =>
      pairs("features_config", config)
        .filter(([, part]) => part !== null)
        .map(([path, part]) => [path, /\.(?:endpoint|healthcheck_url)$/.test(path) ? canonicalUrl(part) : part]),
    tags: (tags) => (tags.length === 0 ? [] : [["tags", [...tags]]])
  },
  secrets: ({ admin_secret_key }) => ({ admin_secret_key }),
  exportedWithout: ({ admin_access_key }) => (admin_access_key == null ? null : "admin_secret_key")
})
