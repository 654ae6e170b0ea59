import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { cursorPageOf, cursorQuery } from "#domain/platform/Cursor.ts"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { JobList, JobRun, JobRunPosition, JobStart } from "#domain/platform/Job.ts"
import { Text } from "#domain/platform/Text.ts"
import { access, RequiredAccess } from "../Access.ts"

const params = { job_name: Text(100) }

export class JobsGroup extends HttpApiGroup.make("adminJobs")
  .add(
    HttpApiEndpoint.get("list", "/jobs", { success: JobList })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "Scheduled jobs with their schedule, next run and last run."),
    HttpApiEndpoint.get("runs", "/jobs/:job_name/runs", {
      params,
      query: cursorQuery(JobRunPosition),
      success: Schema.Struct(cursorPageOf(JobRun).fields).annotate({ identifier: "JobRunPage" }),
      error: [InvalidInput, NotFound]
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "Runs of a job, newest first."),
    HttpApiEndpoint.post("run", "/jobs/:job_name/run", { params, success: JobStart, error: [NotFound, Conflict] })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(
        OpenApi.Description,
        "Starts a job. The answer has the report if the job ends within seconds. 409 while the job runs."
      )
  )
  .prefix("/api/admin") {}
