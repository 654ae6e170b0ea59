import { Schema } from "effect"
import { CorsRule } from "../buckets/features/cors.ts"
import { corsAllowsUpload, type CorsRule as ParsedRule } from "./Upload.ts"

/** Whether browsers may exchange objects with the gateway itself, and what the bucket lacks for it. */
export const CorsAdvice = Schema.Struct({
  /** `direct`: they may. `no_rule`: the bucket does not trust our pages. `mixed_content`: no page of https may fetch plain http. */
  state: Schema.Literals(["direct", "no_rule", "mixed_content"]),
  /** The origin of our pages. */
  origin: Schema.String,
  gateway_url: Schema.String,
  /** The rule that would do; null where none is lacking, or none would help. */
  rule: Schema.NullOr(CorsRule)
}).annotate({ identifier: "CorsAdvice" })
export type CorsAdvice = typeof CorsAdvice.Type

/** The least that our pages need: to read with ranges, to send parts, and to see their checksums. */
export const neededRule = (origin: string): CorsRule => ({
  id: "stowage-browser", allowed_origins: [origin], allowed_methods: ["GET", "HEAD", "PUT"], allowed_headers: ["*"],
  expose_headers: ["ETag", "Content-Range", "x-amz-version-id"], max_age_seconds: 3_600
})

/** What stands between pages of `publicOrigin` and the objects of a bucket on a gateway. */
export const corsAdvice = ({ gatewayUrl, publicOrigin, rules }: {
  readonly rules: ReadonlyArray<ParsedRule>
  readonly publicOrigin: string
  readonly gatewayUrl: string
}): CorsAdvice => {
  const at = { origin: publicOrigin, gateway_url: gatewayUrl }
  if (publicOrigin.startsWith("https:") && gatewayUrl.startsWith("http:")) return { ...at, state: "mixed_content", rule: null }
  return corsAllowsUpload(rules, publicOrigin) ? { ...at, state: "direct", rule: null } : { ...at, state: "no_rule", rule: neededRule(publicOrigin) }
}
