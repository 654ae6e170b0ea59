import { Option, Tracer } from "effect"

export const samplingTracer = (base: Tracer.Tracer, ratio: number, random: () => number = Math.random): Tracer.Tracer =>
  Tracer.make({
    ...base,
    span: (options) => {
      const sampled = Option.isSome(options.parent) ? options.sampled : options.sampled && random() < ratio
      return base.span({ ...options, sampled })
    }
  })
