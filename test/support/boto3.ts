import { Effect } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Lack } from "./Requirement.ts"

const python = "/usr/bin/python3"
const library = "/usr/lib/python3/dist-packages/boto3/__init__.py"

export const boto3Lack = (): Lack => {
  const missing = [python, library].find((file) => !existsSync(file))
  return missing === undefined ? undefined : `${missing} is missing (apt-get install python3-boto3)`
}

const program = `
import json, sys, boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
session = boto3.session.Session()
for line in sys.stdin:
    job = json.loads(line)
    client = session.client(job["service"], endpoint_url=job["url"], region_name="default", aws_access_key_id=job["accessKey"],
        aws_secret_access_key=job["secretKey"], config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 0}))
    told = []
    for method, arguments in job["calls"]:
        try:
            answer = getattr(client, method)(**arguments)
            answer.pop("ResponseMetadata", None)
            told.append({"answer": answer})
        except ClientError as error:
            told.append({"error": error.response.get("Error", {}).get("Code", str(error))})
        except BotoCoreError as error:
            told.append({"error": str(error)})
    print(json.dumps(told, default=str), flush=True)
`

export interface BotoAccess {
  readonly url: string
  readonly accessKey: string
  readonly secretKey: string
}

export type BotoCall = readonly [method: string, args: object]
export type BotoAnswer = { readonly answer: any } | { readonly error: string }

type Told = (line: string) => void
let processHandle: { readonly say: (line: string, told: Told) => void } | undefined

/** One process per test file, since it takes over a second to start; it ends with this one. */
const startProcess = () => {
  const child = spawn(python, ["-c", program], { stdio: ["pipe", "pipe", "inherit"] })
  const pending: Array<Told> = []
  createInterface(child.stdout).on("line", (line) => pending.shift()?.(line))
  child.on("exit", (code) => {
    for (const told of pending.splice(0)) told(JSON.stringify({ exit: code }))
  })
  child.unref()
  return {
    say: (line: string, told: Told) => {
      pending.push(told)
      child.stdin.write(`${line}\n`)
    }
  }
}

export const boto3 = (
  { accessKey, secretKey, url }: BotoAccess,
  service: "s3" | "sns" | "iam",
  calls: ReadonlyArray<BotoCall>
): Effect.Effect<ReadonlyArray<BotoAnswer>> =>
  Effect.callback((resume) => {
    processHandle ??= startProcess()
    processHandle.say(JSON.stringify({ accessKey, secretKey, url, service, calls }), (line) => {
      const reply = JSON.parse(line)
      resume(Array.isArray(reply) ? Effect.succeed(reply) : Effect.die(new Error(`boto3 ended: ${line}`)))
    })
  })
