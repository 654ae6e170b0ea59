import { Tracer } from "effect"
import { routeSpanNames } from "#layers/telemetry/routeSpanNames.ts"
import { samplingTracer } from "#layers/telemetry/samplingTracer.ts"

export const collectedSpans = (ratio = 1) => {
  const spans: Array<Tracer.Span> = []
  const keeping = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer: samplingTracer(routeSpanNames(keeping), ratio) }
}
