import { canonicalJson } from "../../platform/audit/canonicalJson.ts"
import { sameUnknownParts } from "./copiedDocument.ts"
import type { AnyFeature } from "./features.ts"

/** A document that is not understood equals no other. */
export const sameValue = (feature: AnyFeature, one: string | null, other: string | null): boolean => {
  const [first, second] = [one, other].map((document) => {
    const understood = feature.understand(document)
    if (understood === null) return null
    const { value } = understood
    return canonicalJson(
      JSON.stringify(value === null || feature.meaning === undefined ? value : feature.meaning(value))
    )
  })
  return first !== null && first === second
}

export const equivalentDocuments = (feature: AnyFeature, one: string | null, other: string | null): boolean =>
  one === other || (sameValue(feature, one, other) && sameUnknownParts(feature, one, other))
