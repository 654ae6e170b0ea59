import { Schema } from "effect"
import { InputIssue } from "../../platform/errors/Errors.ts"
import { FilledText } from "../../platform/Text.ts"
import { TopicArn, TopicName, TopicInput } from "./Topic.ts"

export const CreateTopic = Schema.Struct({ name: TopicName, attributes: TopicInput }).annotate({
  identifier: "CreateTopic"
})
export type CreateTopic = typeof CreateTopic.Type

export const UpdateTopic = Schema.Struct({
  attributes: TopicInput,
  version: Schema.optionalKey(FilledText(100))
}).annotate({ identifier: "UpdateTopic" })
export type UpdateTopic = typeof UpdateTopic.Type

export const CheckTopic = Schema.Struct({ topic_arn: Schema.optionalKey(TopicArn), attributes: TopicInput }).annotate({
  identifier: "CheckTopic"
})

export const TopicCheck = Schema.Struct({
  issues: Schema.Array(InputIssue),
  warnings: Schema.Array(Schema.String)
}).annotate({ identifier: "TopicCheck" })
export type TopicCheck = typeof TopicCheck.Type
