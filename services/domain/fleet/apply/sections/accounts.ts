import { Schema } from "effect"
import { Quota, SomeAccountLimits, UpdateAccountOnGateway } from "../../../accounts/GatewaySettings.ts"
import { CreateAccount, ImportAccount } from "../../../accounts/StorageAccess.ts"
import { CreateStorageEndpoint } from "../../../gateways/endpoints/StorageEndpoint.ts"
import { declareSection, endpointReference } from "../declareSection.ts"
import { flattenGatewaySettings, flattenRoleLinks, roleLinkReferences, roleLinks } from "./roleLinks.ts"

export const AccountOnGatewayEntry = Schema.Struct({
  email: UpdateAccountOnGateway.fields.email,
  limits: Schema.optionalKey(SomeAccountLimits),
  account_quota: Schema.optionalKey(Quota),
  bucket_quota: Schema.optionalKey(Quota)
}).annotate({ identifier: "AccountOnGatewayEntry" })
export type AccountOnGatewayEntry = typeof AccountOnGatewayEntry.Type

/** `rgw_account_id` imports the account if not registered; else its name finds or creates it. */
export const AccountEntry = Schema.Struct({
  storage_endpoint: CreateStorageEndpoint.fields.name,
  name: CreateAccount.fields.name,
  rgw_account_id: Schema.optionalKey(ImportAccount.fields.rgw_account_id),
  on_create: Schema.optionalKey(
    Schema.Struct({ email: CreateAccount.fields.email, limits: CreateAccount.fields.limits })
  ),
  on_gateway: Schema.optionalKey(AccountOnGatewayEntry),
  ...roleLinks
}).annotate({ identifier: "AccountEntry" })

const accountKey = (endpoint: string, by: "id" | "name", text: string): string =>
  `${endpoint.toLowerCase()}/${by}/${text}`

export const accounts = declareSection({
  entry: AccountEntry,
  noun: "RGW account",
  nameOf: ({ name }) => name,
  keyOf: ({ name, rgw_account_id, storage_endpoint }) =>
    rgw_account_id === undefined
      ? accountKey(storage_endpoint, "name", name)
      : accountKey(storage_endpoint, "id", rgw_account_id),
  otherKeyOf: ({ name, storage_endpoint }) => accountKey(storage_endpoint, "name", name),
  isImported: ({ rgw_account_id }) => rgw_account_id !== undefined,
  fields: ["name"],
  links: ["user_links", "group_links"],
  flatten: { on_gateway: flattenGatewaySettings, ...flattenRoleLinks },
  references: (entry) => [...endpointReference(entry.storage_endpoint), ...roleLinkReferences(entry)]
})
