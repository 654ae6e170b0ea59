import { Schema } from "effect"
import { FilledText } from "../../platform/Text.ts"
import { element, elementsOf, findElement, leaf, textAt, updateElement, withParts } from "../../platform/xml/Element.ts"
import { anyText, isOneOf } from "../../platform/xml/knownParts.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

const algorithms = ["AES256", "aws:kms", "aws:kms:dsse"] as const

export const Encryption = Schema.Struct({
  algorithm: FilledText(100),
  kms_key_id: Schema.NullOr(FilledText(2_048)),
  bucket_key_enabled: Schema.NullOr(Schema.Boolean)
}).annotate({ identifier: "BucketEncryption" })
export type Encryption = typeof Encryption.Type

const isAlgorithm = Schema.is(Schema.Literals(algorithms))
const byDefault = "ApplyServerSideEncryptionByDefault"

export const encryption: Feature<Encryption> = {
  ...plainFeature,
  name: "encryption",
  label: "Encryption",
  action: "bucket.encryption.update",
  schema: Encryption,
  wire: {
    _tag: "SubResource",
    name: "encryption",
    absent: ["ServerSideEncryptionConfigurationNotFoundError"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Encryption>({
    root: "ServerSideEncryptionConfiguration",
    known: {
      Rule: {
        [byDefault]: { SSEAlgorithm: anyText, KMSMasterKeyID: anyText },
        BucketKeyEnabled: isOneOf("true", "false", "True", "False")
      }
    },
    read: (root) => {
      const rule = elementsOf(root, "Rule").find((one) => findElement(one, byDefault) !== undefined)
      if (rule === undefined) return null
      const algorithm = textAt(rule, byDefault, "SSEAlgorithm") ?? ""
      const key = textAt(rule, "BucketKeyEnabled")
      return algorithm === ""
        ? undefined
        : {
            algorithm,
            kms_key_id: textAt(rule, byDefault, "KMSMasterKeyID") || null,
            // RGW returns "True"
            bucket_key_enabled: key === undefined ? null : key.trim().toLowerCase() === "true"
          }
    },
    write: ({ algorithm, bucket_key_enabled, kms_key_id }, root, before) => {
      const rules = elementsOf(root, "Rule")
      const old = rules.find((one) => findElement(one, byDefault) !== undefined)
      const chosen = updateElement(old ?? element("Rule"), byDefault, (part) =>
        withParts(
          part,
          ["SSEAlgorithm", "KMSMasterKeyID"],
          [leaf("SSEAlgorithm", algorithm), kms_key_id === null ? undefined : leaf("KMSMasterKeyID", kms_key_id)]
        )
      )
      const rule =
        before?.bucket_key_enabled === bucket_key_enabled
          ? chosen
          : withParts(
              chosen,
              ["BucketKeyEnabled"],
              [bucket_key_enabled === null ? undefined : leaf("BucketKeyEnabled", bucket_key_enabled)]
            )
      return withParts(
        root,
        ["Rule"],
        old === undefined ? [...rules, rule] : rules.map((one) => (one === old ? rule : one))
      )
    }
  }),
  state: (value) => (value === null ? "not_set" : "enabled"),
  summary: (value) =>
    value === null ? "" : value.kms_key_id === null ? value.algorithm : `${value.algorithm} ${value.kms_key_id}`,
  params: (value) => (value === null ? [] : [{ ...value }]),
  // RGW omits it when off
  meaning: (value) => ({ ...value, bucket_key_enabled: value.bucket_key_enabled === true }),
  faults: (value) => [
    ...(value === null || isAlgorithm(value.algorithm)
      ? []
      : [{ path: ["algorithm"], message: `Expected one of ${algorithms.join(", ")}` }]),
    ...(value?.algorithm === "AES256" && value.kms_key_id !== null
      ? [{ path: ["kms_key_id"], message: "AES256 has no key of a key management service" }]
      : [])
  ],
  // S6, verified on 20.2.4
  warnings: (value, { dialect }) =>
    value === null || dialect === "aws"
      ? []
      : [
          ...(value.algorithm === "AES256"
            ? [
                "Unless the gateway has a vault for SSE-S3, it takes AES256 and then refuses every upload (400 " +
                  "InvalidArgument)."
              ]
            : []),
          ...(isAlgorithm(value.algorithm)
            ? []
            : [`No encryption named ${value.algorithm} is known: whether uploads are encrypted is up to the gateway.`]),
          ...(value.algorithm !== "AES256" && value.kms_key_id === null
            ? [
                "The gateway has no default key: without a key id it refuses every upload that names none (400 " +
                  "InvalidArgument)."
              ]
            : []),
          ...(value.algorithm === "aws:kms:dsse"
            ? ["RGW knows no double encryption (aws:kms:dsse), and takes the word nevertheless."]
            : [])
        ]
}
