import { Layer } from "effect"
import { JobsHandlers } from "./admin/Jobs.ts"
import { InternalJobsHandlers } from "./internal/Jobs.ts"

export const JobHandlers = Layer.merge(JobsHandlers, InternalJobsHandlers)
