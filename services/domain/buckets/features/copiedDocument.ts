import { pathsInWords } from "./editFaults.ts"
import type { AnyFeature } from "./features.ts"

const textsOf = (feature: AnyFeature, document: string | null): ReadonlyArray<string> =>
  feature
    .unknown(document)
    .map(({ text }) => text)
    .sort()

export const sameUnknownParts = (feature: AnyFeature, one: string | null, other: string | null): boolean =>
  textsOf(feature, one).join("\n") === textsOf(feature, other).join("\n")

export const hasUnknownPartsOf = (feature: AnyFeature, document: string | null, other: string | null): boolean => {
  const remaining = [...textsOf(feature, document)]
  return textsOf(feature, other).every((text) => {
    const at = remaining.indexOf(text)
    if (at >= 0) remaining.splice(at, 1)
    return at >= 0
  })
}

export interface CopyObstacle {
  readonly obstacle: string
}

/** Copies unknown parts of the source too; refuses where unknown parts would be lost. */
export const mergeCopiedDocument = (
  feature: AnyFeature,
  source: string | null,
  target: string | null
): string | null | CopyObstacle => {
  const paths = pathsInWords(feature.unknown(source).map(({ path }) => path))
  const own = pathsInWords(feature.unknown(target).map(({ path }) => path))
  if (own !== "") {
    return {
      obstacle: `This bucket's ${feature.label} has parts that Stowage does not know, which a copy would drop: ${own}`
    }
  }
  if (paths === "") return target
  return feature.wire._tag === "SubResource" && feature.wire.removal !== "never"
    ? source
    : {
        obstacle:
          `The ${feature.label} that is copied has parts that Stowage does not know, ` +
          `and cannot carry along: ${paths}`
      }
}
