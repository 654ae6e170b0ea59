import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import "../support/consoleModules.ts"
import { boto3, type BotoAccess, boto3Lack } from "../support/boto3.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { contracts, type World } from "./featureContracts.ts"
import { managerScene, ok } from "./managerScene.ts"

interface Command {
  readonly tool: string
  readonly text: string
}

/** The console's own, whose types are checked with the console. */
const commands: {
  readonly saveCommands: (
    feature: FeatureName,
    value: unknown,
    document: string | null,
    place: object
  ) => ReadonlyArray<Command>
  readonly removeCommands: (feature: FeatureName, place: object) => ReadonlyArray<Command>
} = await import(String("../../frontend/src/features/buckets/bucket-features/commands.ts"))
const { removeCommands, saveCommands } = commands

interface Ran {
  readonly code: number | string
  readonly out: string
}

const shell = (line: string, { accessKey, secretKey }: BotoAccess): Effect.Effect<Ran> =>
  Effect.callback((resume) => {
    const env = {
      ...process.env,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
      AWS_DEFAULT_REGION: "us-east-1"
    }
    execFile("sh", ["-c", line], { env }, (failure, stdout, stderr) =>
      resume(Effect.succeed({ code: failure === null ? 0 : (failure.code ?? 1), out: `${stdout}${stderr}` }))
    )
  })

/** awscli starts in seconds: only values that are hard to quote or deep use it; the rest uses its library. */
const throughAws: ReadonlyArray<string> = ["acl", "policy", "website"]
const hasAws = await Effect.runPromise(
  Effect.map(shell("aws --version", { url: "", accessKey: "", secretKey: "" }), ({ code }) => code === 0)
)

const asBoto = (words: ReadonlyArray<string>): readonly [method: string, fields: any] => {
  const [verb = "", ...options] = words.slice(words.indexOf("s3api") + 1)
  const named = options.flatMap((word, at): ReadonlyArray<readonly [string, string]> => {
    const [, option, value] = /^--([a-z-]+)(?:=([^]*))?$/.exec(word) ?? []
    return option === undefined ? [] : [[option, value ?? options[at + 1] ?? ""]]
  })
  const field = (option: string) =>
    option
      .split("-")
      .map((part) => (part === "cors" ? "CORS" : part.charAt(0).toUpperCase() + part.slice(1)))
      .join("")
  const value = (option: string, text: string): unknown =>
    option === "policy" || option === "bucket" ? text : JSON.parse(text)
  return [
    verb.replace(/-/g, "_"),
    Object.fromEntries(named.map(([option, text]) => [field(option), value(option, text)]))
  ]
}

for (const gateway of await adminGateways()) {
  const real = gateway.name !== "sandbox"
  requirement(real ? `boto3 and ${gateway.name}` : "boto3", gateway.lack ?? boto3Lack())(
    `what the console offers to copy, on ${gateway.name}`,
    () => {
      layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
        excludeTestServices: true,
        timeout: "120 seconds"
      })((it) => {
        for (const [feature, contract] of Object.entries(contracts) as ReadonlyArray<
          [FeatureName, (typeof contracts)[keyof typeof contracts]]
        >) {
          if (feature === "quota") continue
          it.effect(
            `${feature}: each command does what saving does`,
            () =>
              Effect.scoped(
                Effect.gen(function* () {
                  const scene = yield* managerScene(gateway)
                  const bucket = yield* scene.bucket(contract.made ?? {})
                  const access = { url: scene.target.url, ...scene.key }
                  const world: World = { bucket, owner: scene.rgwAccountId, scene, access, other: "" }
                  const here = { ...world, other: contract.prepare === undefined ? "" : yield* contract.prepare(world) }
                  const path = `/buckets/${bucket}/features/${feature}`
                  const stands = Effect.map(scene.ask("GET", path), (answer) => ok(answer)["value"])
                  const says = (value: unknown) => featureOf(feature).meaning?.(value as never) ?? value
                  const place = { endpoint: scene.target.url, bucket }
                  const offered = Effect.fnUntraced(function* (value: unknown) {
                    const after: string | null = ok(yield* scene.ask("POST", `${path}/check`, { value }))["after"]
                    const commands = saveCommands(feature, value, after, place)
                    const of = (tool: string) => commands.find((one) => one.tool === tool)?.text ?? ""
                    return { aws: of("awscli"), curl: of("curl") }
                  })
                  const [first, second] = [contract.first(here), contract.second(here)]

                  // awscli cannot express how often RGW writes its logs: commands are offered only without it
                  const plain =
                    feature === "logging"
                      ? { ...first, object_roll_time_seconds: null, records_batch_size: null, logging_type: null }
                      : first
                  if (feature === "logging") assert.strictEqual((yield* offered(first)).aws, "")
                  const { aws } = yield* offered(plain)
                  if (real && hasAws && throughAws.includes(feature)) {
                    const ran = yield* shell(aws, access)
                    assert.strictEqual(ran.code, 0, `${aws}\n${ran.out}`)
                  } else {
                    const { out } = yield* shell(`${aws.replace(/^aws /, "printf '%s\\0' ")}`, access)
                    const [method, fields] = asBoto(out.split("\0").slice(0, -1))
                    // the distribution's boto3 is older than formats of keys
                    if (feature === "logging") delete fields.BucketLoggingStatus.LoggingEnabled.TargetObjectKeyFormat
                    const [answer] = yield* boto3(access, "s3", [[method, fields]])
                    assert.notProperty(answer, "error", `${aws}\n${JSON.stringify(answer)}`)
                  }
                  const now = yield* stands
                  assert.deepStrictEqual(
                    says(
                      feature === "logging"
                        ? { ...now, object_roll_time_seconds: null, records_batch_size: null, logging_type: null }
                        : now
                    ),
                    says(plain),
                    "by awscli"
                  )

                  if (!real) return
                  const { curl } = yield* offered(second)
                  const ran = yield* shell(`${curl} --fail-with-body -sS`, access)
                  assert.strictEqual(ran.code, 0, `${curl}\n${ran.out}`)
                  assert.deepStrictEqual(says(yield* stands), says(second), "by curl")
                  const [, removal] = removeCommands(feature, place)
                  if (removal === undefined) return
                  const removed = yield* shell(`${removal.text} --fail-with-body -sS`, access)
                  assert.strictEqual(removed.code, 0, `${removal.text}\n${removed.out}`)
                  assert.isNull(yield* stands)
                  assert.strictEqual((yield* scene.ask("GET", `/buckets/${bucket}`)).status, 200, "the bucket stays")
                })
              ),
            120_000
          )
        }
      })
    }
  )
}
