import { Tracer } from "effect"
import { namedByRoute } from "#layers/telemetry/namedByRoute.ts"
import { samplingTracer } from "#layers/telemetry/samplingTracer.ts"

/** A tracer as the service has it, whose spans are kept here; `ratio`: of roots that are recorded. */
export const collectedSpans = (ratio = 1) => {
  const spans: Array<Tracer.Span> = []
  const keeping = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer: samplingTracer(namedByRoute(keeping), ratio) }
}
