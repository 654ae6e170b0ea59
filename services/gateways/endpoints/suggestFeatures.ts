import type { FeatureEvidence, FeatureName, FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"

/** Features document that enables what was detected; `adminEndpoint`: Admin Ops URL when different. */
export const suggestFeatures = (evidence: ReadonlyArray<FeatureEvidence>, adminEndpoint: string | null): FeaturesConfig => {
  const found = (name: FeatureName) => ({ enabled: evidence.some(({ available, feature }) => feature === name && available === true) })
  return {
    features: {
      admin: { ...found("admin"), ...(adminEndpoint === null ? {} : { endpoint: adminEndpoint }) },
      account: found("account"),
      iam: found("iam"),
      sts: found("sts"),
      sns: found("sns"),
      usage: found("usage")
    }
  }
}
