import { commandOf } from "~/lib/command"
import { awsCommand, type Command, s3Command } from "~/lib/terminal"

export const deleteCommands = (bucket: string, contextId: string, endpoint: string): ReadonlyArray<Command> => [
  ...(endpoint === ""
    ? []
    : [awsCommand("delete-bucket", { bucket, endpoint }), s3Command("DELETE", "", { bucket, endpoint })]),
  commandOf("DELETE /api/manager/buckets/:bucket_name", {
    params: { bucket_name: bucket },
    query: { context_id: contextId, confirm_name: bucket }
  })
]
