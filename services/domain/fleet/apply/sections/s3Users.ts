import { Schema } from "effect"
import {
  Quota,
  RateLimit,
  sortedCaps,
  sortedOpMask,
  UpdateCaps,
  UpdateS3UserOnGateway
} from "../../../accounts/GatewaySettings.ts"
import { CreateS3User, ImportS3User } from "../../../accounts/StorageAccess.ts"
import { CreateStorageEndpoint } from "../../../gateways/endpoints/StorageEndpoint.ts"
import { declareSection, endpointReference } from "../declareSection.ts"
import { flattenGatewaySettings, flattenRoleLinks, roleLinkReferences, roleLinks } from "./roleLinks.ts"

export const S3UserOnGatewayEntry = Schema.Struct({
  email: UpdateS3UserOnGateway.fields.email,
  suspended: Schema.optionalKey(Schema.Boolean),
  max_buckets: UpdateS3UserOnGateway.fields.max_buckets,
  op_mask: UpdateS3UserOnGateway.fields.op_mask,
  default_placement: UpdateS3UserOnGateway.fields.default_placement,
  user_quota: Schema.optionalKey(Quota),
  bucket_quota: Schema.optionalKey(Quota),
  rate_limit: Schema.optionalKey(RateLimit),
  caps: Schema.optionalKey(UpdateCaps.fields.caps)
}).annotate({ identifier: "S3UserOnGatewayEntry" })
export type S3UserOnGatewayEntry = typeof S3UserOnGatewayEntry.Type

const isNewUid = Schema.is(CreateS3User.fields.rgw_user_uid)

export const S3UserEntry = Schema.Struct({
  storage_endpoint: CreateStorageEndpoint.fields.name,
  rgw_user_uid: ImportS3User.fields.rgw_user_uid,
  name: CreateS3User.fields.name,
  existing: Schema.optionalKey(Schema.Boolean),
  on_create: Schema.optionalKey(Schema.Struct({ email: CreateS3User.fields.email })),
  on_gateway: Schema.optionalKey(S3UserOnGatewayEntry),
  ...roleLinks
})
  .check(
    Schema.makeFilter(
      ({ existing, rgw_user_uid }) =>
        existing === true ||
        isNewUid(rgw_user_uid) || {
          path: ["rgw_user_uid"],
          issue:
            "A uid that is made has 1 to 64 letters, digits, dots, dashes, underscores and @; say existing: " +
            "true of one that the gateway has"
        }
    )
  )
  .annotate({ identifier: "S3UserEntry" })

export const s3Users = declareSection({
  entry: S3UserEntry,
  noun: "RGW user",
  nameOf: ({ rgw_user_uid }) => rgw_user_uid,
  keyOf: ({ rgw_user_uid, storage_endpoint }) => `${storage_endpoint.toLowerCase()}/${rgw_user_uid}`,
  isImported: ({ existing }) => existing === true,
  fields: ["name"],
  links: ["user_links", "group_links"],
  flatten: {
    on_gateway: ({ caps, op_mask, ...rest }) => [
      ...flattenGatewaySettings(rest),
      ...(op_mask === undefined ? [] : [["on_gateway.op_mask", sortedOpMask(op_mask).join(", ") || "none"] as const]),
      ...(caps === undefined
        ? []
        : [
            [
              "on_gateway.caps",
              sortedCaps(caps)
                .map(({ perm, type }) => `${type}=${perm}`)
                .join(", ") || "none"
            ] as const
          ])
    ],
    ...flattenRoleLinks
  },
  references: (entry) => [...endpointReference(entry.storage_endpoint), ...roleLinkReferences(entry)]
})
