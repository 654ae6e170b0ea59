import { fileNameOf } from "../../../../../../services/domain/objects/attachment.ts"

/** A word as a shell of the POSIX kind takes it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`)

/** Shared object and its bucket. */
export interface SharedPlace {
  readonly endpoint: string
  readonly bucket: string
  readonly key: string
  readonly url: string
}

/** A file that a shell makes here and nowhere else: no name that is a path, an option or a line break. */
const localName = (key: string): string => {
  const name = fileNameOf(key).replace(/[\x00-\x1f\x7f\\]/g, "_")
  return `./${/^\.+$/.test(name) ? "object" : name}`
}

/** A path as rclone reads one after its colon: by its own quotes, which keep every character but themselves. */
const onTheFly = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** How a terminal fetches the same: curl by the link, the others with credentials of their own. */
export const shareCommands = ({
  bucket,
  endpoint,
  key,
  url
}: SharedPlace): ReadonlyArray<{ readonly tool: string; readonly text: string }> => {
  const file = quoted(localName(key))
  return [
    // an option and its value are one word, since a key may begin with a hyphen; -C - goes on with a file that is there
    // already; --globoff and --path-as-is leave the address as it was signed
    { tool: "curl", text: `curl --globoff --path-as-is -C - -o ${file} ${quoted(url)}` },
    {
      tool: "awscli",
      text:
        `aws --endpoint-url ${quoted(endpoint)} s3api get-object --bucket ${quoted(bucket)} ` +
        `${quoted(`--key=${key}`)} ${file}`
    },
    {
      tool: "rclone",
      text: `rclone copyto ${quoted(`:s3,provider=Ceph,env_auth=true,endpoint=${onTheFly(endpoint)}:${bucket}/${key}`)} ${file}`
    }
  ]
}
