import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import "../support/consoleModules.ts"
import { boto3Lack } from "../support/boto3.ts"
import { places } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

interface Command {
  readonly tool: string
  readonly text: string
}

/** The console's own, whose types are checked with the console. */
const {
  commandsOfEnding
}: { readonly commandsOfEnding: (ending: object, endpoint: string) => ReadonlyArray<Command> } = await import(
  String("../../frontend/src/features/buckets/emptying/ending-command.ts")
)

/** The part of awscli that the command needs, on awscli's library: it starts faster. */
const aws = `#!/usr/bin/python3
import json, sys, boto3, jmespath
from botocore.config import Config
words = sys.argv[1:]
url, verb, options = words[1], words[3], {}
rest = words[4:]
while rest:
    word = rest.pop(0)
    name, _, value = word[2:].partition("=")
    options[name] = True if name == "no-paginate" else value if "=" in word else rest.pop(0)
client = boto3.client("s3", endpoint_url=url, region_name="default", config=Config(s3={"addressing_style": "path"}))
given = {"".join(part.capitalize() for part in name.split("-")): value for name, value in options.items() if name not in ("query", "output", "no-paginate")}
if "Delete" in given: given["Delete"] = json.load(open(given["Delete"][len("file://"):]))
answer = getattr(client, verb.replace("-", "_"))(**given)
answer.pop("ResponseMetadata", None)
told = jmespath.search(options["query"], answer) if "query" in options else answer
if told == {}: pass
elif options.get("output") != "text": print(json.dumps(told, default=str))
elif isinstance(told, list): print("\\n".join("\\t".join(row) for row in told))
else: print(told)
`

for (const { lack, name, place } of places) {
  requirement(`boto3 and ${name}`, lack ?? boto3Lack())(
    `what the console offers to copy for emptying, on ${name}`,
    () => {
      describe("in a shell", () => {
        it.live(
          "takes versions, delete markers and uploads of any name with it, then the bucket; and ends where " +
            "something is locked",
          () =>
            Effect.gen(function* () {
              const {
                accounts: [account],
                url
              } = yield* place
              const folder = yield* temporaryFolder()
              writeFileSync(`${folder}/aws`, aws)
              chmodSync(`${folder}/aws`, 0o755)
              const run = (bucket: string, kind: "empty" | "delete") => {
                const [command] = commandsOfEnding({ bucket, kind, contextId: "1", plan: { plan_hash: "x" } }, url)
                assert.strictEqual(command?.tool, "awscli")
                return Effect.callback<{ readonly code: number | string; readonly out: string }>((resume) => {
                  const env = {
                    ...process.env,
                    PATH: `${folder}:${process.env["PATH"]}`,
                    AWS_ACCESS_KEY_ID: account!.accessKey,
                    AWS_SECRET_ACCESS_KEY: account!.secretKey,
                    AWS_DEFAULT_REGION: "default"
                  }
                  execFile("sh", ["-c", command!.text], { env }, (failure, stdout, stderr) =>
                    resume(
                      Effect.succeed({ code: failure === null ? 0 : (failure.code ?? 1), out: `${stdout}${stderr}` })
                    )
                  )
                })
              }
              const client = yield* Effect.acquireRelease(
                Effect.sync(
                  () =>
                    new S3Client({
                      endpoint: url,
                      region: "default",
                      forcePathStyle: true,
                      credentials: { accessKeyId: account!.accessKey, secretAccessKey: account!.secretKey }
                    })
                ),
                (s3) => Effect.sync(() => s3.destroy())
              )
              const [full, kept, locked] = ["full", "kept", "locked"].map((what) => `${what}-${crypto.randomUUID()}`)
              const keys = [
                "plain",
                "-begins with a hyphen",
                'quo\'tes "and" $(echo x) `y`',
                "tab\tand ünï/鍵",
                `"VersionId"`,
                "back\\slash"
              ]
              yield* Effect.promise(async () => {
                for (const Bucket of [full, kept]) {
                  await client.send(new CreateBucketCommand({ Bucket }))
                  if (Bucket === full)
                    await client.send(
                      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } })
                    )
                  for (const Key of keys) {
                    for (let time = 0; time < 2; time++)
                      await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }))
                    if (Bucket === full) await client.send(new DeleteObjectCommand({ Bucket, Key }))
                  }
                  for (const Key of Bucket === full ? keys.slice(1, 3) : [])
                    await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
                }
                await client.send(new CreateBucketCommand({ Bucket: locked, ObjectLockEnabledForBucket: true }))
                await client.send(new PutObjectCommand({ Bucket: locked, Key: "held", Body: "x" }))
                await client.send(
                  new PutObjectLegalHoldCommand({ Bucket: locked, Key: "held", LegalHold: { Status: "ON" } })
                )
              })
              assert.deepStrictEqual(yield* run(full!, "delete"), { code: 0, out: "" })
              assert.strictEqual(
                yield* Effect.promise(() =>
                  client.send(new HeadBucketCommand({ Bucket: full })).then(
                    () => 200,
                    ({ $metadata }) => $metadata.httpStatusCode as number
                  )
                ),
                404
              )
              assert.deepStrictEqual(yield* run(kept!, "empty"), { code: 0, out: "" })
              const [versions, uploads] = yield* Effect.promise(() =>
                Promise.all([
                  client.send(new ListObjectVersionsCommand({ Bucket: kept })),
                  client.send(new ListMultipartUploadsCommand({ Bucket: kept }))
                ])
              )
              assert.deepStrictEqual([versions.Versions ?? [], uploads.Uploads ?? []], [[], []])
              const stopped = yield* run(locked!, "delete")
              assert.deepStrictEqual([stopped.code, /Something is locked/.test(stopped.out)], [1, true], stopped.out)
              assert.notStrictEqual((yield* run("nobody-has-this-one-either", "delete")).code, 0)
            }).pipe(Effect.scoped),
          300_000
        )
      })
    }
  )
}
