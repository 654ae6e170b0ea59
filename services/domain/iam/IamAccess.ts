import { Schema } from "effect"
import { ExistingBucketName } from "../buckets/BucketName.ts"
import { AccessRequest } from "../buckets/policies/AccessRequest.ts"
import { AccessDecision } from "../buckets/policies/Decision.ts"
import { PolicyFault } from "../buckets/policies/Policy.ts"
import { PolicyHolder } from "./IamEntity.ts"

const { NullOr, String: text } = Schema

export const AccessSource = Schema.Struct({
  kind: Schema.Literals(["inline", "managed"]),
  name: text,
  arn: NullOr(text),
  holder: Schema.Struct({ entity: PolicyHolder, name: text }).annotate({ identifier: "IamHolder" }),
  document: NullOr(text),
  faults: Schema.Array(PolicyFault),
  words: NullOr(Schema.Array(text))
}).annotate({ identifier: "AccessSource" })
export type AccessSource = typeof AccessSource.Type

export const IamAccess = Schema.Struct({ sources: Schema.Array(AccessSource), notes: Schema.Array(text) }).annotate({
  identifier: "IamAccess"
})
export type IamAccess = typeof IamAccess.Type

export const CheckIamAccess = Schema.Struct({
  bucket: ExistingBucketName,
  action: AccessRequest.fields.action,
  key: AccessRequest.fields.key,
  context: Schema.optionalKey(AccessRequest.fields.context)
}).annotate({ identifier: "AskIamAccess" })
export type CheckIamAccess = typeof CheckIamAccess.Type

export const IamAccessAnswer = Schema.Struct({
  ...IamAccess.fields,
  decision: AccessDecision,
  deciding: Schema.Array(
    Schema.Struct({
      source: Schema.Int,
      statement: Schema.Int,
      sid: NullOr(text),
      effect: Schema.Literals(["Allow", "Deny"])
    }).annotate({ identifier: "DecidingSource" })
  )
}).annotate({ identifier: "IamAccessAnswer" })
export type IamAccessAnswer = typeof IamAccessAnswer.Type
