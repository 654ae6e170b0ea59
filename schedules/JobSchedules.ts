import { Cron, Effect, Layer, type Schema } from "effect"
import { ClusterCron } from "effect/cluster"
import { jobs } from "#domain/platform/jobs.ts"
import { Settings } from "#services/platform/Settings.ts"
import { jobRun } from "./jobRuns.ts"

/** Other runs are logged at debug level: frequent jobs mostly find nothing. */
const didSomething = (report: object) =>
  Object.entries(report).some(([field, value]) => field.endsWith("_count") && typeof value === "number" && value > 0)

const scheduleOf = <R>(
  { name, skipIfOlderThan }: (typeof jobs)[number],
  cron: string,
  run: Effect.Effect<Schema.JsonObject, never, R>
) =>
  ClusterCron.make({
    name,
    cron: Cron.parseUnsafe(cron, "UTC"),
    execute: Effect.flatMap(run, (report) =>
      (didSomething(report) ? Effect.logInfo("A job ran") : Effect.logDebug("A job ran")).pipe(
        Effect.annotateLogs({ job: name, ...report })
      )
    ),
    skipIfOlderThan
  })

export const JobSchedules = Layer.unwrap(
  Effect.map(Settings, ({ jobCrons }) => {
    const layers = jobs.map((job) => scheduleOf(job, jobCrons.get(job.name) ?? job.cron, jobRun(job.name)))
    return Layer.mergeAll(...(layers as [(typeof layers)[number], ...typeof layers]))
  })
)
