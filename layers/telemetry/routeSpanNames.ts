import { Tracer } from "effect"

type Renamed = { -readonly [K in "name" | "attribute"]: Tracer.Span[K] }

/** Names server spans after their route ("GET /api/buckets/:id"), which is known only after their start. */
export const routeSpanNames = (base: Tracer.Tracer): Tracer.Tracer =>
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
