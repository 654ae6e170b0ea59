import type { FeatureEvidence, FeatureName, FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"

export const suggestFeatures = (
  evidence: ReadonlyArray<FeatureEvidence>,
  adminEndpoint: string | null
): FeaturesConfig => {
  const detectedFlag = (name: FeatureName) => ({
    enabled: evidence.some(({ available, feature }) => feature === name && available === true)
  })
  return {
    features: {
      admin: { ...detectedFlag("admin"), ...(adminEndpoint === null ? {} : { endpoint: adminEndpoint }) },
      account: detectedFlag("account"),
      iam: detectedFlag("iam"),
      sts: detectedFlag("sts"),
      sns: detectedFlag("sns"),
      usage: detectedFlag("usage")
    }
  }
}
