import { Schema } from "effect"
import { FilledText, Text } from "../../platform/Text.ts"
import { element, elementsOf, findElement, leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText } from "../../platform/xml/knownParts.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { duplicateIndexes } from "./duplicateIndexes.ts"
import { xmlCodec } from "./xmlFeature.ts"

const Tag = Schema.Struct({ key: FilledText(128), value: Text(256) }).annotate({ identifier: "BucketTag" })
type Tag = typeof Tag.Type

export const Tags = Schema.Struct({ tags: Schema.Array(Tag) }).annotate({ identifier: "BucketTags" })
export type Tags = typeof Tags.Type

/** S16: the gateway refuses more. */
const MAX_TAGS = 50

const tagOf = (part: Parameters<typeof textAt>[0]): Tag => ({
  key: textAt(part, "Key") ?? "",
  value: textAt(part, "Value") ?? ""
})

export const tags: Feature<Tags> = {
  ...plainFeature,
  name: "tags",
  label: "Tags",
  action: "bucket.tags.update",
  schema: Tags,
  wire: {
    _tag: "SubResource",
    name: "tagging",
    absent: ["NoSuchTagSet", "NoSuchTagSetError"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Tags>({
    root: "Tagging",
    known: { TagSet: { Tag: { Key: anyText, Value: anyText } } },
    read: (root) => {
      const tags = elementsOf(findElement(root, "TagSet"), "Tag").map(tagOf)
      return tags.length === 0 ? null : { tags }
    },
    write: ({ tags }, root, _before, dropped) => {
      const set = findElement(root, "TagSet") ?? element("TagSet")
      const before = elementsOf(set, "Tag").map((part) => ({ item: tagOf(part), element: part }))
      const parts = listElement(
        before,
        tags,
        ({ key }) => key,
        ({ key, value }, old) =>
          withParts(old ?? element("Tag"), ["Key", "Value"], [leaf("Key", key), leaf("Value", value)]),
        dropped
      )
      return withParts(root, ["TagSet"], [withParts(set, ["Tag"], parts)])
    }
  }),
  state: (value) => (value === null ? "not_set" : "configured"),
  summary: (value) => (value?.tags ?? []).map(({ key, value }) => (value === "" ? key : `${key}=${value}`)).join(", "),
  params: (value) => (value?.tags ?? []).map(({ key, value }) => ({ key, value })),
  // RGW sorts tags
  meaning: (value) => [...value.tags].sort((one, other) => (one.key < other.key ? -1 : 1)),
  faults: (value) => {
    if (value === null) return []
    const keys = value.tags.map(({ key }) => key)
    return [
      ...(keys.length === 0
        ? [{ path: ["tags"], message: "Expected at least one tag; null takes all of them away" }]
        : []),
      ...(keys.length > MAX_TAGS ? [{ path: ["tags"], message: `Expected at most ${MAX_TAGS} tags` }] : []),
      // S16: RGW stores both of two tags with one key
      ...duplicateIndexes(keys).map((index) => ({
        path: ["tags", String(index), "key"],
        message: "This key is used twice"
      })),
      ...keys.flatMap((key, index) =>
        /^aws:/i.test(key)
          ? [{ path: ["tags", String(index), "key"], message: "Keys that begin with aws: are kept for the gateway" }]
          : []
      )
    ]
  }
}
