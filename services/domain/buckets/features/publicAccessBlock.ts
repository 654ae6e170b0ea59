import { Schema } from "effect"
import { leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { isOneOf } from "../../platform/xml/knownParts.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

export const PublicAccessBlock = Schema.Struct({
  block_public_acls: Schema.Boolean,
  ignore_public_acls: Schema.Boolean,
  block_public_policy: Schema.Boolean,
  restrict_public_buckets: Schema.Boolean
}).annotate({ identifier: "PublicAccessBlock" })
export type PublicAccessBlock = typeof PublicAccessBlock.Type

const elements = {
  block_public_acls: "BlockPublicAcls",
  ignore_public_acls: "IgnorePublicAcls",
  block_public_policy: "BlockPublicPolicy",
  restrict_public_buckets: "RestrictPublicBuckets"
} as const
const isFlag = isOneOf("true", "false", "TRUE", "FALSE", "True", "False")
const fields = Object.entries(elements) as ReadonlyArray<[keyof PublicAccessBlock, string]>
const onOf = (value: PublicAccessBlock) => fields.filter(([field]) => value[field])

export const publicAccessBlock: Feature<PublicAccessBlock> = {
  ...plainFeature,
  name: "public_access_block",
  label: "Public access block",
  action: "bucket.public_access_block.update",
  schema: PublicAccessBlock,
  wire: {
    _tag: "SubResource",
    name: "publicAccessBlock",
    absent: ["NoSuchPublicAccessBlockConfiguration"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<PublicAccessBlock>({
    root: "PublicAccessBlockConfiguration",
    known: Object.fromEntries(Object.values(elements).map((name) => [name, isFlag])),
    read: (root) => {
      const on = (name: string) => textAt(root, name)?.trim().toLowerCase() === "true"
      return {
        block_public_acls: on("BlockPublicAcls"),
        ignore_public_acls: on("IgnorePublicAcls"),
        block_public_policy: on("BlockPublicPolicy"),
        restrict_public_buckets: on("RestrictPublicBuckets")
      }
    },
    write: (value, root) =>
      withParts(
        root,
        Object.values(elements),
        fields.map(([field, name]) => leaf(name, value[field]))
      )
  }),
  state: (value) => {
    const count = value === null ? 0 : onOf(value).length
    return value === null ? "not_set" : count === fields.length ? "enabled" : count === 0 ? "disabled" : "partial"
  },
  summary: (value) => {
    if (value === null) return ""
    const count = onOf(value).length
    return count === fields.length
      ? "All blocked"
      : count === 0
        ? "Nothing blocked"
        : `${count} of ${fields.length} blocked`
  },
  params: (value) => (value === null ? [] : [{ ...value }])
}
