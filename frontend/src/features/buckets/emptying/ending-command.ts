import { commandIn } from "~/lib/command"
import { type Command, quoted } from "~/lib/terminal"
import { dayFrom, type Ending } from "./ending"

/** awscli has no single command for it. A subshell, so that no variable remains. */
const emptied = (bucket: string, endpoint: string, deleted: boolean): Command => ({
  tool: "awscli",
  text: [
    "(",
    "s3api() { verb=$1; shift; aws --endpoint-url " +
      quoted(endpoint) +
      ' s3api "$verb" --bucket=' +
      quoted(bucket) +
      ' "$@"; }',
    "page=$(mktemp) && trap 'rm -f \"$page\"' EXIT || exit 1",
    "while",
    "  s3api list-object-versions --no-paginate --output json --query '{Objects: [Versions, " +
      'DeleteMarkers][].{Key: Key, VersionId: VersionId}, Quiet: `true`}\' > "$page" || exit 1',
    '  grep -q \'"VersionId"\' "$page"',
    "do",
    '  [ "$(s3api delete-objects --delete "file://$page" --output text --query \'length(Errors || `[]`)\')" ' +
      "= 0 ] || { echo 'Something is locked, or may not be deleted' >&2; exit 1; }",
    "done",
    "uploads=$(s3api list-multipart-uploads --output text --query 'Uploads[].[UploadId, Key]') || exit 1",
    "printf '%s\\n' \"$uploads\" | while IFS=\"$(printf '\\t')\" read -r id key; do",
    '  [ -z "$key" ] || s3api abort-multipart-upload --upload-id="$id" --key="$key" || exit 1',
    "done || exit 1",
    ...(deleted ? ["s3api delete-bucket"] : []),
    ")"
  ].join("\n")
})

export const commandsOfEnding = (
  {
    bucket,
    contextId,
    kind,
    plan
  }: Pick<Ending, "bucket" | "contextId" | "kind"> & { readonly plan: Pick<Ending["plan"], "plan_hash"> },
  endpoint: string
): ReadonlyArray<Command> => {
  const place = { contextId, bucket }
  const query = { confirm_name: bucket }
  if (kind === "later")
    return [
      commandIn(place, "PUT /api/manager/buckets/:bucket_name/quarantine", {
        query,
        body: { day: dayFrom(Date.now(), 14) }
      })
    ]
  return [
    ...(endpoint === "" ? [] : [emptied(bucket, endpoint, kind === "delete")]),
    commandIn(place, "POST /api/manager/buckets/:bucket_name/emptying", {
      query,
      body: { delete_bucket: kind === "delete", plan_hash: plan.plan_hash }
    })
  ]
}
