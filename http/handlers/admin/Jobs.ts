import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { jobRun } from "#schedules/jobRuns.ts"
import { findJob, Jobs } from "#services/platform/Jobs.ts"

export const JobsHandlers = HttpApiBuilder.group(
  Api,
  "adminJobs",
  Effect.fn(function* (handlers) {
    const jobs = yield* Jobs
    return handlers.handleAll({
      list: () => jobs.list,
      runs: ({ params, query }) => Effect.flatMap(findJob(params.job_name), (name) => jobs.runs(name, query)),
      run: Effect.fn("adminJobs.run")(function* ({ params }) {
        const name = yield* findJob(params.job_name)
        return yield* jobs.start(yield* CurrentCaller, name, jobRun(name))
      })
    })
  })
)
