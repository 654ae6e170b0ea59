import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { expect, it } from "vitest"
import { shareCommands } from "../../frontend/src/features/objects/explorer/listing/share-commands.ts"

const hostile = [
  "plain.txt",
  "it's",
  "$(touch pwned)",
  "`touch pwned`",
  "a\nb; touch pwned",
  "--output=x",
  "-o",
  "a/../../etc/passwd",
  '"quoted" \\ back',
  "..",
  "ü 🦊",
  "!history",
  "a//",
  " "
]

// the shell splits the line as for a real program; each piece ends in a NUL
const wordsOf = (command: string, folder: string): ReadonlyArray<string> => {
  const told = spawnSync("sh", ["-c", `show() { for word; do printf '%s\\0' "$word"; done; }; show ${command}`], {
    cwd: folder,
    encoding: "utf8"
  })
  return told.stdout.split("\0").slice(0, -1)
}

it("commands that download a shared object are one line each to a shell, whatever the key holds", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "share-"))
  for (const key of hostile) {
    const url = `https://s3.example.org/b/${encodeURIComponent(key)}?X-Amz-Signature=a&b=${encodeURIComponent(key)}'`
    const [curl, awscli, rclone] = shareCommands({
      endpoint: "https://s3.example.org:8443",
      bucket: "b",
      key,
      url
    }).map(({ text }) => wordsOf(text, folder))
    expect(curl?.slice(0, 6)).toEqual(["curl", "--globoff", "--path-as-is", "-C", "-", "-o"])
    expect(curl?.at(-1)).toBe(url)
    expect(curl).toHaveLength(8)
    expect(awscli).toContain(`--key=${key}`)
    expect(awscli).toHaveLength(9)
    expect(rclone?.slice(0, 3)).toEqual([
      "rclone",
      "copyto",
      `:s3,provider=Ceph,env_auth=true,endpoint="https://s3.example.org:8443":b/${key}`
    ])
    expect(rclone).toHaveLength(4)
    for (const file of [curl?.at(-2), awscli?.at(-1), rclone?.at(-1)]) expect(file).toMatch(/^\.\/(?!\.+$)[^/\n\\]+$/)
  }
  expect(readdirSync(folder)).toEqual([])
})
