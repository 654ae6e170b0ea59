import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import { leaf, node } from "./Xml.ts"

const answer = (action: string, requestId: string, inner = ""): Reply => ({
  status: 200, headers: { "content-type": "application/xml" },
  body: `<${action}Response xmlns="https://sns.amazonaws.com/doc/2010-03-31/">${inner}${node("ResponseMetadata", leaf("RequestId", requestId))}</${action}Response>`
})

/** As much of SNS as notifications of buckets need: topics are made and deleted, and nobody is ever told. Other actions are 405. */
export const topicOps = (store: Store, call: Call, body: string): Reply => {
  const form = new URLSearchParams(body)
  const action = form.get("Action") ?? ""
  if (action !== "CreateTopic" && action !== "DeleteTopic") throw new GatewayError("MethodNotAllowed")
  if (call.principal === undefined) throw new GatewayError("AccessDenied")
  if (action === "DeleteTopic") {
    store.topics.remove(form.get("TopicArn") ?? "")
    return answer(action, call.requestId)
  }
  const name = form.get("Name") ?? ""
  if (!/^[\w-]{1,256}$/.test(name)) throw new GatewayError("InvalidArgument", "Topic name invalid")
  const arn = `arn:aws:sns:default:${call.principal.accountId}:${name}`
  store.topics.add(arn)
  return answer(action, call.requestId, node("CreateTopicResult", leaf("TopicArn", arn)))
}
