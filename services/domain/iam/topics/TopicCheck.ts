import { Schema } from "effect"
import { InputIssue } from "../../platform/errors/Errors.ts"
import { FilledText } from "../../platform/Text.ts"
import { TopicArn, TopicName, TopicWish } from "./Topic.ts"

/** A topic to be made. */
export const CreateTopic = Schema.Struct({ name: TopicName, attributes: TopicWish }).annotate({ identifier: "CreateTopic" })
export type CreateTopic = typeof CreateTopic.Type

/** What is to be set of a topic; what is left out stays. */
export const UpdateTopic = Schema.Struct({
  attributes: TopicWish,
  /** Of the topic that the edit began from; left out: whatever stands there. */
  version: Schema.optionalKey(FilledText(100))
}).annotate({ identifier: "UpdateTopic" })
export type UpdateTopic = typeof UpdateTopic.Type

/** A wish to look at before it is sent; without `topic_arn`: of a new topic. */
export const CheckTopic = Schema.Struct({ topic_arn: Schema.optionalKey(TopicArn), attributes: TopicWish }).annotate({ identifier: "CheckTopic" })

/** Why a wish would be refused, and what to know of it. Paths of issues begin at the attributes. */
export const TopicCheck = Schema.Struct({ issues: Schema.Array(InputIssue), warnings: Schema.Array(Schema.String) }).annotate({ identifier: "TopicCheck" })
export type TopicCheck = typeof TopicCheck.Type
