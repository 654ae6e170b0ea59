import { Data, Effect, FileSystem, type Scope } from "effect"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { createHash, createHmac } from "node:crypto"
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3"
import { makeSandbox, type SandboxGateway } from "../../../sandbox/Sandbox.ts"

export const temporaryDirectory: Effect.Effect<string, never, Scope.Scope> = FileSystem.FileSystem.pipe(
  Effect.flatMap((files) => files.makeTempDirectoryScoped({ prefix: "sandbox-" })),
  Effect.provide(NodeServices.layer),
  Effect.orDie
)

export const freshSandbox = (options: { readonly seed?: boolean } = {}) =>
  Effect.flatMap(temporaryDirectory, (dir) => makeSandbox({ dir, ...options }))

export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
}

export const client = (
  gateway: Pick<SandboxGateway, "url" | "region">,
  user: Credentials,
  more: Partial<S3ClientConfig> = {}
): Effect.Effect<S3Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: gateway.url,
          region: gateway.region,
          forcePathStyle: true,
          credentials: { accessKeyId: user.accessKey, secretAccessKey: user.secretKey },
          ...more
        })
    ),
    (s3) => Effect.sync(() => s3.destroy())
  )

export const account = (gateway: SandboxGateway, index = 0) => {
  const found = gateway.accounts[index]
  if (found === undefined) throw new Error(`the sandbox has no account ${index}`)
  return found
}

export class CallFailed extends Data.TaggedError("CallFailed")<{
  readonly code: string
  readonly status: number | undefined
  readonly cause: unknown
}> {}

const callFailed = (cause: unknown): CallFailed => {
  const { $metadata, name } = cause as {
    readonly name?: string
    readonly $metadata?: { readonly httpStatusCode?: number }
  }
  return new CallFailed({ code: name ?? String(cause), status: $metadata?.httpStatusCode, cause })
}

export const run = <A>(work: () => Promise<A>): Effect.Effect<A, CallFailed> =>
  Effect.tryPromise({ try: work, catch: callFailed })

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly unsigned?: Readonly<Record<string, string>>
  readonly body?: string
  readonly at?: Date
}

export const raw = (
  gateway: SandboxGateway,
  user: Credentials | undefined,
  request: RawRequest
): Effect.Effect<RawAnswer, CallFailed> =>
  run(async () => {
    const body = request.body === undefined || request.body === "" ? undefined : Buffer.from(request.body)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
    if (user !== undefined) Object.assign(headers, signature(gateway, user, request, headers, body))
    const answer = await fetch(gateway.url + request.target, {
      method: request.method,
      headers: { ...headers, ...request.unsigned },
      redirect: "manual",
      ...(body === undefined ? {} : { body })
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  })

const signature = (
  gateway: SandboxGateway,
  user: Credentials,
  request: RawRequest,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined
): Record<string, string> => {
  const date = (request.at ?? new Date()).toISOString().replace(/[-:]|\.\d+/g, "")
  const payload = headers["x-amz-content-sha256"] ?? sha256(body ?? "")
  const all: Record<string, string> = {
    ...headers,
    host: new URL(gateway.url).host,
    "x-amz-date": date,
    "x-amz-content-sha256": payload
  }
  const [path = "", query = ""] = request.target.split("?")
  const names = Object.keys(all).sort()
  const pairs = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=")
      return at < 0 ? ([pair, ""] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const)
    })
    .map(([name, value]) => [encode(decodeURIComponent(name)), encode(decodeURIComponent(value))] as const)
    .sort((a, b) => (a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  const canonical = [
    request.method,
    path,
    pairs.join("&"),
    ...names.map((name) => `${name}:${(all[name] ?? "").trim()}`),
    "",
    names.join(";"),
    payload
  ].join("\n")
  const scope = [date.slice(0, 8), "default", "s3", "aws4_request"]
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${user.secretKey}`)
  const signed = hmac(key, ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n")).toString("hex")
  return {
    "x-amz-date": date,
    "x-amz-content-sha256": payload,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${user.accessKey}/${scope.join("/")}, SignedHeaders=${names.join(";")}, ` +
      `Signature=${signed}`
  }
}

export const codeOf = (answer: RawAnswer): string =>
  /<Code>(.*?)</.exec(answer.text)?.[1] ?? /"Code":"(.*?)"/.exec(answer.text)?.[1] ?? ""
