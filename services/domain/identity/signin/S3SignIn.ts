import { RowId } from "../../platform/RowId.ts"
import { Schema } from "effect"
import { EndpointUrl } from "../../gateways/endpoints/EndpointUrl.ts"
import { AccessKey, SecretKey, SessionToken } from "../../gateways/endpoints/GatewayKeys.ts"

export const S3LoginInput = Schema.Struct({
  access_key: AccessKey,
  secret_key: SecretKey,
  session_token: Schema.optionalKey(SessionToken),
  endpoint_id: Schema.optionalKey(RowId),
  endpoint_url: Schema.optionalKey(EndpointUrl)
})
  .check(
    Schema.makeFilter(
      (input) =>
        (input.endpoint_id === undefined) !== (input.endpoint_url === undefined) || {
          path: [input.endpoint_url === undefined ? "endpoint_id" : "endpoint_url"],
          issue: "Give endpoint_id or endpoint_url, one of the two"
        }
    )
  )
  .annotate({ identifier: "S3LoginInput" })
export type S3LoginInput = typeof S3LoginInput.Type

export const s3SessionContextId = "s3-session"

/** Direct S3 sessions do not share listings. */
export const s3SessionListingKey = (sessionId: string) => `s3-session:${sessionId}`
export const sessionOfListing = (key: string): string | null => /^s3-session:([0-9a-f-]{36})$/.exec(key)?.[1] ?? null

export const s3SessionCapabilities = {
  can_manage_buckets: false,
  can_manage_iam: false,
  can_browse_objects: true,
  has_admin_ops: false
} as const
