import { Config } from "effect"
import { Ratio } from "../formats.ts"
import { count, variable } from "./variable.ts"

/** Traces, metrics and logs. */
export const telemetryVariables = {
  otlpUrl: variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "URL",
    "no export",
    "Base URL of an OTLP/HTTP collector for traces and metrics.",
    (name) => Config.option(Config.URL(name))
  ),
  sampleRatio: variable(
    "TRACE_SAMPLE_RATIO",
    "number 0–1",
    "`0.1`",
    "Share of requests whose trace is recorded and exported.",
    (name) => Config.schema(Ratio, name).pipe(Config.withDefault(0.1))
  ),
  metricsExporter: variable(
    "OTEL_METRICS_EXPORTER",
    "`otlp` or `none`",
    "`otlp`",
    "Whether metrics are sent to the collector, beside /metrics.",
    (name) => Config.Literals(["otlp", "none"], name).pipe(Config.withDefault("otlp" as const))
  ),
  metricsIntervalMillis: variable(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "milliseconds, integer 1000–3600000",
    "`60000`",
    "How often they are sent.",
    count(60_000, 1_000, 3_600_000)
  ),
  serviceName: variable("OTEL_SERVICE_NAME", "text", "`stowage`", "What the collector calls the service.", (name) =>
    Config.option(Config.NonEmptyString(name))
  ),
  resourceAttributes: variable(
    "OTEL_RESOURCE_ATTRIBUTES",
    "comma-separated name=value",
    "none",
    "What else the collector is told of this process. `service.name` counts where OTEL_SERVICE_NAME is not " +
      "set; without a `service.instance.id` it is host name and port.",
    (name) => Config.option(Config.NonEmptyString(name))
  ),
  trustTraceparent: variable(
    "TRUST_TRACEPARENT",
    "boolean",
    "`false`",
    "Whether requests of TRUSTED_PROXY_CIDRS go on with the trace of their traceparent header and with its " +
      "decision to record it. Only where the proxy itself writes that header: otherwise anybody decides.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  logLevel: variable(
    "LOG_LEVEL",
    "`Debug`, `Info`, `Warn`, `Error`",
    "`Info` in production, `Warn` in development",
    "Least severe level that is written to standard error, one JSON line an entry; `Info` includes every request.",
    (name) => Config.option(Config.Literals(["Debug", "Info", "Warn", "Error"], name))
  )
}
