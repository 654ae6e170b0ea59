import { Schema } from "effect"
import { Text } from "../platform/Text.ts"
import {
  AccessKeyName,
  IamPath,
  NewEntityName,
  NewLongName,
  PolicyArn,
  RoleDescription,
  RoleSessionSeconds
} from "./iamNames.ts"

const { optionalKey } = Schema
/** Above the policy limit, so that longer texts get its specific message. */
const document = Text(40_000)

export const CreateIamUser = Schema.Struct({ name: NewEntityName, path: optionalKey(IamPath) }).annotate({
  identifier: "CreateIamUser"
})
export const UpdateIamUser = Schema.Struct({ name: optionalKey(NewEntityName), path: optionalKey(IamPath) }).annotate({
  identifier: "UpdateIamUser"
})
export const CreateIamGroup = Schema.Struct({ name: NewLongName, path: optionalKey(IamPath) }).annotate({
  identifier: "CreateIamGroup"
})
export const UpdateIamGroup = Schema.Struct({ name: optionalKey(NewLongName), path: optionalKey(IamPath) }).annotate({
  identifier: "UpdateIamGroup"
})

export const CreateIamRole = Schema.Struct({
  name: NewEntityName,
  path: optionalKey(IamPath),
  description: optionalKey(RoleDescription),
  max_session_seconds: optionalKey(RoleSessionSeconds),
  trust_policy: document,
  despite_warnings: optionalKey(Schema.Boolean)
}).annotate({ identifier: "CreateIamRole" })
export const UpdateIamRole = Schema.Struct({
  description: optionalKey(RoleDescription),
  max_session_seconds: optionalKey(RoleSessionSeconds)
}).annotate({ identifier: "UpdateIamRole" })

export const PutTrustPolicy = Schema.Struct({
  document,
  before: optionalKey(document),
  despite_warnings: optionalKey(Schema.Boolean)
}).annotate({ identifier: "PutTrustPolicy" })

export const PutInlinePolicy = Schema.Struct({
  document,
  before: optionalKey(Schema.NullOr(document))
}).annotate({ identifier: "PutInlinePolicy" })

export const AttachPolicy = Schema.Struct({ arn: PolicyArn }).annotate({ identifier: "AttachPolicy" })
export const SetIamKey = Schema.Struct({ active: Schema.Boolean }).annotate({ identifier: "SetIamKey" })
export { AccessKeyName, NewLongName as PolicyName, PolicyArn }
