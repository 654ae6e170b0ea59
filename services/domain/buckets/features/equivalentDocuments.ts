import { canonicalJson } from "../../platform/audit/canonicalJson.ts"
import { sameUnknownParts } from "./copiedDocument.ts"
import type { AnyFeature } from "./features.ts"

/** True if two documents have the same value. A document that is not understood is the same as no other. */
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

/** True if two documents mean the same, however a gateway spells them. */
export const equivalentDocuments = (feature: AnyFeature, one: string | null, other: string | null): boolean =>
  one === other || (sameValue(feature, one, other) && sameUnknownParts(feature, one, other))
