import { Schema } from "effect"
import { CreateConnection, CustomEndpointInput } from "../../../accounts/Connection.ts"
import { CreateStorageEndpoint } from "../../../gateways/endpoints/StorageEndpoint.ts"
import { CreateUiGroup } from "../../../identity/UiGroup.ts"
import { EmailAddress } from "../../../platform/Text.ts"
import { declareSection, endpointReference, referencesTo } from "../declareSection.ts"
import { canonicalUrl, type Pair, pairs } from "../flatten.ts"
import { optionalSecret, removableSecret } from "../SecretReference.ts"

const { access_key, capabilities, expires_at, name, owner_identifier, owner_type, tags } = CreateConnection.fields

/** Identified by name. Its keys are not tested. */
export const ConnectionEntry = Schema.Struct({
  name,
  storage_endpoint: Schema.optionalKey(CreateStorageEndpoint.fields.name),
  custom_endpoint: Schema.optionalKey(CustomEndpointInput),
  access_key,
  secret_key: optionalSecret,
  session_token: removableSecret,
  expires_at,
  capabilities,
  owner_type,
  owner_identifier,
  tags,
  users: Schema.optionalKey(Schema.Array(EmailAddress).check(Schema.isMaxLength(5000))),
  groups: Schema.optionalKey(Schema.Array(CreateUiGroup.fields.name).check(Schema.isMaxLength(1000)))
})
  .check(
    Schema.makeFilter(
      ({ custom_endpoint, storage_endpoint }) =>
        (custom_endpoint === undefined) !== (storage_endpoint === undefined) || {
          path: ["storage_endpoint"],
          issue: "Give storage_endpoint or custom_endpoint, one of the two"
        }
    )
  )
  .annotate({ identifier: "ConnectionEntry" })

export const s3Connections = declareSection({
  entry: ConnectionEntry,
  noun: "S3 connection",
  nameOf: ({ name }) => name,
  keyOf: ({ name }) => name.toLowerCase(),
  fields: [
    "name",
    "storage_endpoint",
    "custom_endpoint",
    "access_key",
    "expires_at",
    "capabilities",
    "owner_type",
    "owner_identifier",
    "tags"
  ],
  links: ["users", "groups"],
  replacedFields: ["tags"],
  flatten: {
    custom_endpoint: (endpoint) => pairs("custom_endpoint", { ...endpoint, url: canonicalUrl(endpoint.url) }),
    // colour and scope belong to the label
    tags: (tags) =>
      tags.flatMap(({ color, label, scope }): ReadonlyArray<Pair> => {
        const path = `tags[${label.toLowerCase()}]`
        return [
          [path, "on"],
          ...(color === undefined ? [] : [[`${path}.color`, color] as const]),
          ...(scope === undefined ? [] : [[`${path}.scope`, scope] as const])
        ]
      }),
    users: (all) => all.map((email) => [`users[${email.toLowerCase()}]`, "linked"]),
    groups: (all) => all.map((group) => [`groups[${group.toLowerCase()}]`, "linked"])
  },
  secrets: ({ secret_key, session_token }) => ({ secret_key, session_token }),
  requiredSecrets: { secret_key: "This connection is new: say where its secret key is" },
  exportedWithout: () => "secret_key",
  references: ({ groups, storage_endpoint, users }) => [
    ...endpointReference(storage_endpoint),
    ...referencesTo("users", "links", users, (index) => ["users", index]),
    ...referencesTo("groups", "links", groups, (index) => ["groups", index])
  ]
})
