import { fileNameOf } from "../../../../../../services/domain/objects/attachment.ts"

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`)

export interface SharedPlace {
  readonly endpoint: string
  readonly bucket: string
  readonly key: string
  readonly url: string
}

/** Local file name for a shell: no path, no option, no line break. */
const localName = (key: string): string => {
  const name = fileNameOf(key).replace(/[\x00-\x1f\x7f\\]/g, "_")
  return `./${/^\.+$/.test(name) ? "object" : name}`
}

/** Within rclone's quotes, only quotes need escaping. */
const onTheFly = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** curl uses the link, the others need credentials of their own. */
export const shareCommands = ({
  bucket,
  endpoint,
  key,
  url
}: SharedPlace): ReadonlyArray<{ readonly tool: string; readonly text: string }> => {
  const file = quoted(localName(key))
  return [
    // one word per option: a key may begin with a hyphen. -C - resumes; the long options keep the signed address
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
