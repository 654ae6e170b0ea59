import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { XMLParser } from "fast-xml-parser"
import recorded from "./recorded.json" with { type: "json" }
import { codeOf, type Credentials, freshSandbox, raw } from "./support.ts"

const shapeOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap((one) => shapeOf(one, `${path}[]`))]
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => shapeOf(inner, `${path}.${name}`))
  }
  return [`${path}:${typeof value}`]
}

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => ["Contents", "Bucket", "Entry"].includes(name)
})
const read = (text: string): unknown =>
  text === "" ? "" : /^[[{]/.test(text) ? JSON.parse(text) : text.startsWith("<") ? parser.parse(text) : "bytes"

/** Paths of one that the other lacks; lists that are empty on the other side are not compared. */
const lacking = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(other)
  const emptyLists = other.filter(
    (path) => path.endsWith("[]") && !other.some((longer) => longer.startsWith(path) && longer !== path)
  )
  return [...new Set(one)].filter((path) => !known.has(path) && !emptyLists.some((list) => path.startsWith(list)))
}

const differs: Readonly<Record<string, RegExp>> = {
  // Sizes depend on earlier uploads.
  "admin/bucket-list-stats": /usage|\.rgw/,
  "s3/get-": /Contents/,
  "s3/listv2-bad-token": /Contents/,
  "admin/usage-": /categories/,
  // The default encryption context is that of a key server.
  "admin/metadata-user-get": /attrs/,
  "admin/user-list": /marker/,
  "admin/metadata-account-list": /marker|^\[\]/
}
const comparable = (name: string, path: string): boolean =>
  !Object.entries(differs).some(([prefix, pattern]) => name.startsWith(prefix) && pattern.test(path))

const bad: Credentials = { accessKey: "NOSUCHKEY00000000000", secretKey: "nothing" }

describe("The answers of a real gateway", () => {
  it.effect(
    "are given by the sandbox with the same status, code and shape",
    () =>
      Effect.gen(function* () {
        const gateway = yield* freshSandbox()
        const admin = gateway.admin
        const ask = (user: Credentials, method: string, target: string, body = "", headers = {}) =>
          Effect.tap(raw(gateway, user, { method, target, body, headers }), (answer) =>
            Effect.sync(() => assert.isBelow(answer.status, 300, `${method} ${target}: ${answer.text}`))
          )
        const users = {
          "ops-admin": admin,
          "acme-root": { accessKey: "ACMEROOTA000000000000", secretKey: "acme-secret" },
          "globex-root": { accessKey: "GLOBEXRTA000000000000", secretKey: "globex-secret" },
          "plain-user": { accessKey: "PLAINUSRA000000000000", secretKey: "plain-secret" }
        }
        const keys = (user: Credentials) => `&access-key=${user.accessKey}&secret-key=${user.secretKey}`
        yield* ask(admin, "POST", "/admin/account?id=RGW11111111111111111&name=acme&email=root%40acme.test")
        yield* ask(admin, "POST", "/admin/account?id=RGW22222222222222222&name=globex")
        yield* ask(admin, "POST", "/admin/account?id=RGW19849965002717772&name=other")
        yield* ask(
          admin,
          "PUT",
          `/admin/user?uid=acme-root&display-name=acme-root&account-id=RGW11111111111111111&account-root=true${keys(users["acme-root"])}`
        )
        yield* ask(
          admin,
          "PUT",
          `/admin/user?uid=globex-root&display-name=globex-root&account-id=RGW22222222222222222&account-root=true${keys(users["globex-root"])}`
        )
        yield* ask(
          admin,
          "PUT",
          `/admin/user?uid=plain-user&display-name=Plain%20User&email=plain%40user.test${keys(users["plain-user"])}`
        )
        yield* ask(admin, "PUT", "/admin/user?uid=ops-admin&display-name=Ops%20Admin")
        for (const bucket of ["cfg2", "cfg-logs", "delme", "vvv"]) yield* ask(users["acme-root"], "PUT", `/${bucket}`)
        yield* ask(users["acme-root"], "PUT", "/cfg2/enc2", "x")

        const found: Array<string> = []
        for (const one of recorded) {
          const as =
            (users as Readonly<Record<string, Credentials>>)[one.as] ?? (one.as === "anonymous" ? undefined : bad)
          // The recording tool omitted this header.
          const headers = one.name.endsWith("-body-unsigned")
            ? { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" }
            : one.headers
          const answer = yield* raw(gateway, as, { method: one.method, target: one.target, headers, body: one.body })
          if (answer.status !== one.status) {
            found.push(`${one.name}: ${answer.status}, not ${one.status} ${answer.text.slice(0, 200)}`)
            continue
          }
          const expected = { status: one.status, headers: answer.headers, text: one.answer }
          if (codeOf(answer) !== codeOf(expected))
            found.push(`${one.name}: code ${codeOf(answer)}, not ${codeOf(expected)}`)
          if (one.name === "admin/bucket-quota-set") yield* ask(users["plain-user"], "PUT", "/plain-one/q1", "q")
          if (one.method === "HEAD") continue
          const [mine, theirs] = [shapeOf(read(answer.text)), shapeOf(read(one.answer))]
          for (const path of lacking(mine, theirs))
            if (comparable(one.name, path)) found.push(`${one.name}: has ${path}`)
          for (const path of lacking(theirs, mine))
            if (comparable(one.name, path)) found.push(`${one.name}: lacks ${path}`)
          if (one.name === "s3/create-bucket-globex-one") {
            for (const [user, bucket] of [
              ["acme-root", "acme-one"],
              ["acme-root", "acme-two"],
              ["plain-user", "plain-one"],
              ["globex-root", "globex-one"]
            ] as const) {
              for (let i = 0; i < 3; i++) yield* ask(users[user], "PUT", `/${bucket}/dir/obj${i}`, "x".repeat(2000))
            }
          }
        }
        assert.deepStrictEqual(found, [])
      }),
    60_000
  )
})
