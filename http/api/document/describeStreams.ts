import { eachOperation, type Spec } from "./spec.ts"

const events =
  "Server-sent events. `event` names the frame, `id` grows, `data` is JSON of the frame's schema. The first " +
  "bytes are sent immediately and a comment every 15 seconds. The stream ends when the caller loses the right to it, " +
  "when its reader stops reading, and when the service stops."

const reconnectText =
  " Reconnect with the last `id` as `Last-Event-ID` to get what happened since, as browsers do automatically."

const lastEventId: Spec = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  schema: { type: "string" },
  description: "The last `id` that was read. Without it the stream starts anew."
}

const range: Spec = {
  name: "Range",
  in: "header",
  required: false,
  schema: { type: "string" },
  example: "bytes=0-1023",
  description: "One range of bytes (RFC 9110); answered with 206."
}

const takes = (operation: Spec, header: Spec) => {
  operation["parameters"] = [...(operation["parameters"] ?? []), header]
}

export const describeStreams = (spec: Spec): Spec => {
  eachOperation(spec, (operation, method) => {
    const { requestBody, responses } = operation
    const bodies: ReadonlyArray<Spec> = [requestBody, ...Object.values<Spec>(responses ?? {})].filter(
      (body) => body?.content !== undefined
    )
    for (const body of bodies) {
      for (const media of Object.values<Spec>(body["content"])) delete media["x-effect-stream"]
    }
    const answer: Spec | undefined = responses?.["200"]
    if (answer?.["content"]?.["text/event-stream"] !== undefined) {
      answer["description"] = method === "get" ? events + reconnectText : events
      if (method === "get") takes(operation, lastEventId)
    }
    if (answer?.["content"]?.["application/octet-stream"] !== undefined) {
      answer["description"] = "The whole object"
      responses["206"] = { ...answer, description: "The part that `Range` requested; `Content-Range` names it" }
      takes(operation, range)
    }
  })
  return spec
}
