import { commandOf } from "~/lib/command"
import { dayFrom, type Ending } from "./ending"

/** The same for a terminal: as it was asked about, with the day that the field begins with. */
export const commandOfEnding = ({ bucket, contextId, kind, plan }: Ending) => {
  const where = { params: { bucket_name: bucket }, query: { context_id: contextId, confirm_name: bucket } }
  return kind === "later"
    ? commandOf("PUT /api/manager/buckets/:bucket_name/quarantine", { ...where, body: { day: dayFrom(Date.now(), 14) } })
    : commandOf("POST /api/manager/buckets/:bucket_name/emptying", { ...where, body: { delete_bucket: kind === "delete", plan_hash: plan.plan_hash } })
}
