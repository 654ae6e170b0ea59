import { Tracer } from "effect"

/** A span whose name can still change: OTLP reads it when the span has ended. */
type Renamed = { -readonly [K in "name" | "attribute"]: Tracer.Span[K] }

/**
 * A tracer whose server spans are named after their route once it is known ("GET /api/buckets/:id"), as OpenTelemetry asks: the
 * span begins before the router is asked.
 */
export const namedByRoute = (base: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...base,
    span: (options) => {
      const span = base.span(options)
      if (options.kind !== "server") return span
      const attribute = span.attribute.bind(span)
      const renamed: Renamed = span
      renamed.attribute = (key, value) => {
        attribute(key, value)
        if (key === "http.route") renamed.name = `${options.name} ${String(value)}`
      }
      return span
    }
  })
