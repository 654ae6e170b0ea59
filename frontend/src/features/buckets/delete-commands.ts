import { commandIn } from "~/lib/command"
import { awsCommand, type Command, s3Command } from "~/lib/terminal"

export const deleteCommands = (bucket: string, contextId: string, endpoint: string): ReadonlyArray<Command> => [
  ...(endpoint === ""
    ? []
    : [awsCommand("delete-bucket", { bucket, endpoint }), s3Command("DELETE", "", { bucket, endpoint })]),
  commandIn({ contextId, bucket }, "DELETE /api/manager/buckets/:bucket_name", { query: { confirm_name: bucket } })
]
