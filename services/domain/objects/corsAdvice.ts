import { Schema } from "effect"
import { CorsRule } from "../buckets/features/cors.ts"
import { corsAllowsUpload, type CorsRule as ParsedRule } from "./Upload.ts"

export const CorsAdvice = Schema.Struct({
  state: Schema.Literals(["direct", "no_rule", "mixed_content"]),
  origin: Schema.String,
  gateway_url: Schema.String,
  rule: Schema.NullOr(CorsRule)
}).annotate({ identifier: "CorsAdvice" })
export type CorsAdvice = typeof CorsAdvice.Type

export const neededRule = (origin: string): CorsRule => ({
  id: "stowage-browser",
  allowed_origins: [origin],
  allowed_methods: ["GET", "HEAD", "PUT"],
  allowed_headers: ["*"],
  expose_headers: ["ETag", "Content-Range", "x-amz-version-id"],
  max_age_seconds: 3_600
})

export const corsAdvice = ({
  gatewayUrl,
  publicOrigin,
  rules
}: {
  readonly rules: ReadonlyArray<ParsedRule>
  readonly publicOrigin: string
  readonly gatewayUrl: string
}): CorsAdvice => {
  const at = { origin: publicOrigin, gateway_url: gatewayUrl }
  if (publicOrigin.startsWith("https:") && gatewayUrl.startsWith("http:"))
    return { ...at, state: "mixed_content", rule: null }
  return corsAllowsUpload(rules, publicOrigin)
    ? { ...at, state: "direct", rule: null }
    : { ...at, state: "no_rule", rule: neededRule(publicOrigin) }
}
