import { eachOperation, type Spec } from "./spec.ts"

const events = "Server-sent events. `event` names the frame, `id` grows within a connection, `data` is JSON of the frame's schema. " +
  "The first bytes come at once and a comment every 15 seconds. The stream ends with the caller's right to it and when the " +
  "service stops: connect again, with the last `id` as `Last-Event-ID`."

/** Says how streams travel, in place of the generator's own notes. */
export const describeStreams = (spec: Spec): Spec => {
  eachOperation(spec, ({ requestBody, responses }) => {
    const bodies: ReadonlyArray<Spec> = [requestBody, ...Object.values<Spec>(responses ?? {})].filter((body) => body?.content !== undefined)
    for (const body of bodies) {
      for (const media of Object.values<Spec>(body["content"])) delete media["x-effect-stream"]
      if (body["content"]["text/event-stream"] !== undefined) body["description"] = events
    }
  })
  return spec
}
