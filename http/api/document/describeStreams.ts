import { eachOperation, type Spec } from "./spec.ts"

const events =
  "Server-sent events. `event` names the frame, `id` grows, `data` is JSON of the frame's schema. The first " +
  "bytes come at once " +
  "and a comment every 15 seconds. The stream ends with the caller's right to it, for a reader that stopped " +
  "reading, and when the service stops."

const reconnectText =
  " Connect again with the last `id` as `Last-Event-ID` to be given what came since, as browsers do by themselves."

const lastEventId: Spec = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  schema: { type: "string" },
  description: "The last `id` that was read; left out, the stream begins anew."
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
      responses["206"] = { ...answer, description: "The part of it that `Range` asked for; `Content-Range` says which" }
      takes(operation, range)
    }
  })
  return spec
}
