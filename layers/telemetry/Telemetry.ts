import { Duration, Effect, Layer, Logger, Option, References, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "#domain/identity/application/version.ts"
import { Settings } from "#services/platform/Settings.ts"
import { dropWhenUnread } from "./LogFailureHandler.ts"
import { quietOutages } from "./quietOutages.ts"
import { routeSpanNames } from "./routeSpanNames.ts"
import { samplingTracer } from "./samplingTracer.ts"
import { scrub } from "./scrub.ts"

const jsonLines = quietOutages(dropWhenUnread(Logger.withConsoleError(Logger.map(Logger.formatJson, scrub))))

/** JSON lines on standard error; standard output is for people. */
const logs = Layer.unwrap(
  Effect.map(Settings, ({ telemetry }) =>
    Layer.merge(Logger.layer([jsonLines]), Layer.succeed(References.MinimumLogLevel, telemetry.logLevel))
  )
)

const resourceOf = ({ instanceId, serviceName }: Settings["Service"]["telemetry"]["resource"]) => ({
  serviceName,
  serviceVersion: version,
  attributes: instanceId === undefined ? {} : { "service.instance.id": instanceId }
})

const collector = Layer.mergeAll(OtlpSerialization.layerProtobuf, OtlpExporter.layerFlusher, FetchHttpClient.layer)

/** A silent collector must not delay a stop. */
const SHUTDOWN_TIMEOUT = Duration.seconds(2)

const traces = Layer.effect(
  Tracer.Tracer,
  Effect.gen(function* () {
    const { telemetry } = yield* Settings
    if (Option.isNone(telemetry.otlpUrl)) return samplingTracer(Tracer.nativeTracer, 0)
    const exporter = yield* OtlpTracer.make({
      url: `${telemetry.otlpUrl.value}/v1/traces`,
      resource: resourceOf(telemetry.resource),
      shutdownTimeout: SHUTDOWN_TIMEOUT
    })
    return samplingTracer(routeSpanNames(exporter), telemetry.sampleRatio)
  })
).pipe(Layer.provide(collector))

const metrics = Layer.unwrap(
  Effect.map(Settings, ({ telemetry: { metrics, metricsInterval, otlpUrl, resource } }) =>
    Option.isNone(otlpUrl) || !metrics
      ? Layer.empty
      : OtlpMetrics.layer({
          url: `${otlpUrl.value}/v1/metrics`,
          resource: resourceOf(resource),
          exportInterval: metricsInterval,
          shutdownTimeout: SHUTDOWN_TIMEOUT
        }).pipe(Layer.provide(collector))
  )
)

export const Telemetry = Layer.mergeAll(logs, traces, metrics)
