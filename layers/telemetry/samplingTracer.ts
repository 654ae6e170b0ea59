import { Option, Tracer } from "effect"

/**
 * A tracer that records a share of traces. The decision falls at the root and its children inherit it;
 * a root whose caller was sampled elsewhere (traceparent) keeps that decision.
 */
export const samplingTracer = (base: Tracer.Tracer, ratio: number, random: () => number = Math.random): Tracer.Tracer =>
  Tracer.make({
    ...base,
    span: (options) => {
      const sampled = Option.isSome(options.parent) ? options.sampled : options.sampled && random() < ratio
      return base.span({ ...options, sampled })
    }
  })
