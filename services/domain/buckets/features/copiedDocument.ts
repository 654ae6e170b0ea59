import { pathsInWords } from "./editFaults.ts"
import type { AnyFeature } from "./features.ts"

const textsOf = (feature: AnyFeature, document: string | null): ReadonlyArray<string> => feature.unknown(document).map(({ text }) => text).sort()

/** Whether the unknown parts of two documents are the same. */
export const sameUnknown = (feature: AnyFeature, one: string | null, other: string | null): boolean =>
  textsOf(feature, one).join("\n") === textsOf(feature, other).join("\n")

/** Whether a document has every unknown part of another one. */
export const hasUnknownOf = (feature: AnyFeature, document: string | null, other: string | null): boolean => {
  const left = [...textsOf(feature, document)]
  return textsOf(feature, other).every((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Why a copy cannot be made. */
export interface CopyObstacle {
  readonly obstacle: string
}

/**
 * The document that a copied value is expressed on: the target's own, or the source's where that has parts that no declaration
 * knows, so that they travel along. Where both have such parts, or the document also names its bucket's owner, it cannot be copied.
 */
export const copiedDocument = (feature: AnyFeature, source: string | null, target: string | null): string | null | CopyObstacle => {
  const paths = pathsInWords(feature.unknown(source).map(({ path }) => path))
  const own = pathsInWords(feature.unknown(target).map(({ path }) => path))
  if (own !== "") {
    return { obstacle: `This bucket's ${feature.label} has parts that Stowage does not know, which a copy would drop: ${own}` }
  }
  if (paths === "") return target
  return feature.wire._tag === "SubResource" && feature.wire.removal !== "never" ? source
    : { obstacle: `The ${feature.label} that is copied has parts that Stowage does not know, and cannot carry along: ${paths}` }
}
