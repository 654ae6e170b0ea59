import { Duration, Effect, Layer, Logger, Option, References, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "#domain/identity/application/version.ts"
import { Settings } from "#services/platform/Settings.ts"
import { lossy } from "./LogOutlived.ts"
import { quietOutages } from "./quietOutages.ts"
import { namedByRoute } from "./namedByRoute.ts"
import { samplingTracer } from "./samplingTracer.ts"
import { scrub } from "./scrub.ts"

const jsonLines = quietOutages(lossy(Logger.withConsoleError(Logger.map(Logger.formatJson, scrub))))

/** Structured JSON on standard error, one line an entry, from LOG_LEVEL upwards; standard output is for people. */
const logs = Layer.unwrap(Effect.map(Settings, ({ telemetry }) =>
  Layer.merge(
    Logger.layer([jsonLines]),
    Layer.succeed(References.MinimumLogLevel, telemetry.logLevel)
  )))

/** What the collector is told of this process, in every trace and metric. */
const resourceOf = ({ instanceId, serviceName }: Settings["Service"]["telemetry"]["resource"]) => ({
  serviceName, serviceVersion: version, attributes: instanceId === undefined ? {} : { "service.instance.id": instanceId }
})

const collector = Layer.mergeAll(OtlpSerialization.layerProtobuf, OtlpExporter.layerFlusher, FetchHttpClient.layer)

/** A collector that does not answer keeps no stop waiting for longer. */
const shutdownTimeout = Duration.seconds(2)

/** Traces to the collector when one is configured; without one nothing is recorded. */
const traces = Layer.effect(Tracer.Tracer, Effect.gen(function*() {
  const { telemetry } = yield* Settings
  if (Option.isNone(telemetry.otlpUrl)) return samplingTracer(Tracer.nativeTracer, 0)
  const exporter = yield* OtlpTracer.make({ url: `${telemetry.otlpUrl.value}/v1/traces`, resource: resourceOf(telemetry.resource), shutdownTimeout })
  return samplingTracer(namedByRoute(exporter), telemetry.sampleRatio)
})).pipe(Layer.provide(collector))

/** The metrics of /metrics to the collector as well, unless OTEL_METRICS_EXPORTER is `none`. */
const metrics = Layer.unwrap(Effect.map(Settings, ({ telemetry: { metrics, metricsInterval, otlpUrl, resource } }) =>
  Option.isNone(otlpUrl) || !metrics ? Layer.empty : OtlpMetrics.layer({
    url: `${otlpUrl.value}/v1/metrics`, resource: resourceOf(resource), exportInterval: metricsInterval, shutdownTimeout
  }).pipe(Layer.provide(collector))))

/** Logs, traces and metrics of the process. */
export const Telemetry = Layer.mergeAll(logs, traces, metrics)
