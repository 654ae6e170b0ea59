import { Effect, Layer, Logger, Option, References, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Settings } from "#services/settings/Settings.ts"
import { samplingTracer } from "./samplingTracer.ts"
import { scrub } from "./scrub.ts"

const jsonLines = Logger.withConsoleError(Logger.map(Logger.formatJson, scrub))

/** Structured JSON on standard error, one line an entry, from LOG_LEVEL upwards; standard output is for people. */
const logs = Layer.unwrap(Effect.map(Settings, ({ telemetry }) =>
  Layer.merge(
    Logger.layer([jsonLines]),
    Layer.succeed(References.MinimumLogLevel, telemetry.logLevel)
  )))

/** Traces to the collector when one is configured; without one nothing is recorded. */
const traces = Layer.effect(Tracer.Tracer, Effect.gen(function*() {
  const { telemetry } = yield* Settings
  if (Option.isNone(telemetry.otlpUrl)) return samplingTracer(Tracer.nativeTracer, 0)
  const exporter = yield* OtlpTracer.make({
    url: `${telemetry.otlpUrl.value}/v1/traces`,
    resource: { serviceName: "stowage" }
  })
  return samplingTracer(exporter, telemetry.sampleRatio)
})).pipe(
  Layer.provide([OtlpSerialization.layerProtobuf, OtlpExporter.layerFlusher, FetchHttpClient.layer])
)

/** Logs and traces of the process. */
export const Telemetry = Layer.merge(logs, traces)
