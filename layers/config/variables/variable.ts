import { Config, Effect, type Option, Redacted, Schema, SchemaTransformation } from "effect"
import { jobFacts, type ScheduledJobName } from "#domain/platform/jobs.ts"
import { isAllowedHostPattern } from "#domain/platform/AllowedHost.ts"
import { cronExpression, HeaderSecret, HostAddress, PortNumber, wholeNumber } from "../formats.ts"

export interface Variable<A> {
  readonly name: string
  readonly type: string
  readonly fallback: string
  readonly describes: string
  readonly config: Config.Config<A>
}

export const variable = <A>(
  name: string,
  type: string,
  fallback: string,
  describes: string,
  config: (name: string) => Config.Config<A>
): Variable<A> => ({ name, type, fallback, describes, config: config(name) })

export const jobSchedule = (job: ScheduledJobName) => {
  const { cron, setting, summary } = jobFacts(job)
  return variable(setting, "cron expression, UTC", `\`${cron}\``, summary, cronExpression(cron))
}

export const list =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(item: S) =>
  (name: string) =>
    Config.Array(item, name).pipe(Config.withDefault<ReadonlyArray<S["Type"]>>([]))

export const optionalSecret = (name: string) => Config.option(Config.Redacted(name))
export const optionalToken = (name: string) =>
  Config.option(Config.map(Config.schema(HeaderSecret, name), (token) => Redacted.make(token)))
export const optionalAddress = (name: string) => Config.option(Config.schema(HostAddress, name))
export const port = (fallback: number) => (name: string) =>
  Config.schema(PortNumber, name).pipe(Config.withDefault(fallback))

export const AllowedHost = Schema.Trim.check(
  Schema.makeFilter(
    (text) => isAllowedHostPattern(text) || "Expected a host, *.domain or an IP address (IPv6 in brackets)"
  )
)
export const PlainHost = AllowedHost.check(
  Schema.makeFilter((text) => !text.startsWith("*.") || "Expected a host without a wildcard")
)

/** Refuses unknown fields. The text may hold secrets and is never repeated. */
export const jsonArray =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(
    item: S,
    fault: (entries: ReadonlyArray<S["Type"]>) => string | null = () => null
  ) =>
  (name: string) => {
    const json = Schema.fromJsonString(Schema.Array(item))
    const whole = Schema.toType(Schema.Array(item)).check(Schema.makeFilter((entries) => fault(entries) ?? true))
    const strict = Schema.String.pipe(
      Schema.decodeTo(
        whole,
        SchemaTransformation.transformEffect({
          decode: (text: string) =>
            Effect.mapError(Schema.decodeEffect(json, { onExcessProperty: "error" })(text), ({ issue }) => issue),
          encode: (entries: ReadonlyArray<S["Type"]>) =>
            Effect.mapError(Schema.encodeEffect(json)(entries), ({ issue }) => issue)
        })
      )
    )
    return Config.schema(strict, name).pipe(Config.withDefault<ReadonlyArray<S["Type"]>>([]))
  }

export const fixes =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(schema: S) =>
  (name: string): Config.Config<Option.Option<S["Type"]>> =>
    Config.option(Config.schema(schema, name))
export const fixesSwitch = (name: string) => Config.option(Config.Boolean(name))

export const count = (fallback: number, minimum: number, maximum: number) => (name: string) =>
  Config.schema(wholeNumber(minimum, maximum), name).pipe(Config.withDefault(fallback))

export const retentionDays = (name: string, days: number, describes: string) =>
  variable(name, "integer 0–3650", `\`${days}\``, describes, count(days, 0, 3650))
