import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import type { BotoAccess } from "./boto3.ts"
import type { Lack } from "./Requirement.ts"

const python = "/usr/bin/python3"
const program = "/usr/bin/aws"

export const awscliLack = (): Lack => {
  const missing = [python, program].find((file) => !existsSync(file))
  return missing === undefined ? undefined : `${missing} is missing (apt-get install awscli)`
}

/** Runs many commands in one process: awscli takes seconds to start. */
const runner = `
import contextlib, io, json, sys
from awscli.clidriver import create_clidriver
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try: code = create_clidriver().main(words)
        except SystemExit as end: code = end.code
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
`

export type AwsAnswer = { readonly code: number; readonly out: any; readonly err: string }

const jsonOr = (text: string): unknown => {
  if (!/^[{[]/.test(text)) return text.trim()
  return JSON.parse(text)
}

export const awscli = (
  { accessKey, secretKey, sessionToken, url }: BotoAccess & { readonly sessionToken?: string },
  commands: ReadonlyArray<ReadonlyArray<string>>
): Effect.Effect<ReadonlyArray<AwsAnswer>> =>
  Effect.callback((resume) => {
    const env = {
      PATH: process.env["PATH"],
      HOME: "/nonexistent",
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
      ...(sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: sessionToken }),
      AWS_DEFAULT_REGION: "default",
      AWS_PAGER: "",
      AWS_MAX_ATTEMPTS: "1",
      AWS_EC2_METADATA_DISABLED: "true"
    }
    const child = execFile(python, ["-c", runner], { env, maxBuffer: 16_777_216 }, (failure, stdout, stderr) => {
      if (failure !== null) return resume(Effect.die(new Error(`awscli ended: ${failure.message}\n${stderr}`)))
      resume(
        Effect.succeed(
          stdout
            .trim()
            .split("\n")
            .map((line): AwsAnswer => {
              const [code, out, err] = JSON.parse(line) as readonly [number, string, string]
              return { code, out: jsonOr(out), err: err.trim() }
            })
        )
      )
    })
    child.stdin?.end(JSON.stringify(commands.map((words) => ["--endpoint-url", url, "--output", "json", ...words])))
    return Effect.sync(() => child.kill())
  })
