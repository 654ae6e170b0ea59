import { normaliseEndpointUrl } from "#domain/gateways/endpoints/EndpointUrl.ts"
import type { InputIssue } from "#domain/platform/errors/Errors.ts"
import type { FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"

const ownAddress = ["admin", "iam", "sts", "sns"] as const

export const featureAddresses = ({
  features
}: FeaturesConfig): { readonly config: FeaturesConfig; readonly issues: ReadonlyArray<InputIssue> } => {
  const issues: Array<InputIssue> = []
  const canonical = (path: string, text: string | null | undefined) => {
    if (text === undefined || text === null) return text
    const url = normaliseEndpointUrl(text)
    if (url === null)
      issues.push({
        path: ["payload", "features_config", "features", ...path.split(".")],
        message: "Give an http or https address without query or credentials"
      })
    return url
  }
  const overrides = ownAddress.flatMap((name) => {
    const feature = features[name]
    return feature?.endpoint === undefined
      ? []
      : [[name, { ...feature, endpoint: canonical(`${name}.endpoint`, feature.endpoint) }] as const]
  })
  const { healthcheck } = features
  const health =
    healthcheck?.healthcheck_url === undefined
      ? {}
      : {
          healthcheck: {
            ...healthcheck,
            healthcheck_url: canonical("healthcheck.healthcheck_url", healthcheck.healthcheck_url) ?? null
          }
        }
  return { config: { features: { ...features, ...Object.fromEntries(overrides), ...health } }, issues }
}
