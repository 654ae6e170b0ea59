import { commandIn } from "~/lib/command"
import { awsCommand, type Command, type CommandPlace, inSequence, quoted, s3Command } from "~/lib/terminal"
import type { creationInput } from "./creation"

type Creation = ReturnType<typeof creationInput>

const json = (option: string, value: unknown): string => ` --${option} ${quoted(JSON.stringify(value))}`

export const creationCommands = (creation: Creation, contextId: string, endpoint: string): ReadonlyArray<Command> => {
  const { features = {}, like, name, object_lock = false, template } = creation
  const place: CommandPlace = { bucket: name, endpoint }
  const tags = features.tags as
    | { readonly tags: ReadonlyArray<{ readonly key: string; readonly value: string }> }
    | undefined
  const alone = like === undefined && template === undefined && features.quota === undefined && endpoint !== ""
  return [
    ...(alone
      ? inSequence([
          awsCommand("create-bucket", place, object_lock ? " --object-lock-enabled-for-bucket" : ""),
          ...(features.versioning === undefined
            ? []
            : [awsCommand("put-bucket-versioning", place, json("versioning-configuration", { Status: "Enabled" }))]),
          ...(tags === undefined
            ? []
            : [
                awsCommand(
                  "put-bucket-tagging",
                  place,
                  json("tagging", { TagSet: tags.tags.map(({ key, value }) => ({ Key: key, Value: value })) })
                )
              ])
        ])
      : []),
    ...(alone && !object_lock && Object.keys(features).length === 0 ? [s3Command("PUT", "", place)] : []),
    commandIn({ contextId }, "POST /api/manager/bucket-creations", { body: creation })
  ]
}
