import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, SchemaAST } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { Settings } from "#services/platform/Settings.ts"
import { badBodies } from "../support/badBodies.ts"
import { contractEndpoints, exampleOf } from "../support/contractEndpoints.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { rawRequest } from "../support/rawRequest.ts"
import { WholeService } from "../support/WholeService.ts"
import { contracts } from "../gateway/featureContracts.ts"

const topic = encodeURIComponent("arn:aws:sns:default:RGW1:t")
const share = "00000000-0000-4000-8000-000000000000"
const endpoints = contractEndpoints(/^\/api\/manager\//)

const world = Effect.gen(function* () {
  const { place } = yield* sandboxPlace
  const proxy = yield* gatewayProxy(place.url)
  const scene = yield* managedAccount(place, proxy.url)
  const bucket = `input-${randomBytes(6).toString("hex")}`
  yield* Effect.promise(async () => {
    await scene.client.send(new CreateBucketCommand({ Bucket: bucket }))
    await scene.client.send(new PutObjectCommand({ Bucket: bucket, Key: "k", Body: "x" }))
  })
  const sent: Array<string> = []
  proxy.set((method, path) => {
    sent.push(`${method} ${path}`)
    return "pass"
  })
  const { publicOrigin } = yield* Settings
  const { browser, contextId } = scene
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
  const headers = { cookie, origin: publicOrigin, "x-csrf-token": browser.csrf ?? "" }
  const sql = yield* SqlClient.SqlClient
  return {
    ...scene,
    bucket,
    proxy,
    headers,
    publicOrigin,
    send: (method: string, path: string, body?: string) =>
      Effect.promise(() => rawRequest(publicOrigin, method, path, headers, body)),
    at: (path: string, { feature = "tags", name = bucket, id = "987654321" } = {}) =>
      `${path
        .replace(":bucket_name", name)
        .replace(":feature", feature)
        .replace(":entity", "users")
        .replace(/:[a-z_]+/g, (part) =>
          part === ":topic_arn" ? topic : part === ":share_id" ? share : id
        )}?context_id=${contextId}`,
    told: () => sent.splice(0).filter((line) => !/^(GET|HEAD) /.test(line) || line.includes(bucket)),
    kept: Effect.map(
      sql<{ rows: string }>`
      select (select count(*) from gateway_intents) || ' ' || (select count(*) from work_runs) || ' ' ||
        (select count(*) from feature_changes) || ' '
        || (select count(*) from bucket_quarantines) || ' ' || (select count(*) from policy_tests) as rows`,
      ([row]) => row?.rows
    )
  }
})

const along = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.slice(0, other.length).join("/") === other.slice(0, one.length).join("/")

const spoilt = (value: unknown): ReadonlyArray<readonly [what: string, value: unknown]> => {
  const own: ReadonlyArray<readonly [string, unknown]> =
    typeof value === "string"
      ? [
          ["line breaks", "a\r\nb: c\u0001"],
          ["20 KiB", "x".repeat(20_480)],
          ["other alphabets", "ключ 鍵 🔑"],
          ["markup", ']]><!DOCTYPE a [<!ENTITY b "c">]>&b;'],
          ["a number", 7]
        ]
      : typeof value === "number"
        ? [
            ["huge", 1e308],
            ["below zero", -1],
            ["a fraction", 0.5],
            ["text", "7"]
          ]
        : typeof value === "boolean"
          ? [
              ["text", "true"],
              ["null", null]
            ]
          : Array.isArray(value)
            ? [
                ["1,000 of them", Array.from({ length: 1_000 }, () => value[0] ?? "x")],
                ["an object", {}],
                ["of lists", [[[]]]],
                ["null", null]
              ]
            : value !== null && typeof value === "object"
              ? [
                  ["a list", []],
                  ["an unknown property", { ...value, no_such_field: 1 }],
                  ["nothing in it", {}],
                  ["null", null]
                ]
              : [
                  ["an object", {}],
                  ["text", "x"]
                ]
  const inner: ReadonlyArray<readonly [string, unknown]> = Array.isArray(value)
    ? value
        .slice(0, 1)
        .flatMap((item) => spoilt(item).map(([what, one]) => [`0.${what}`, [one, ...value.slice(1)]] as const))
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([key, part]) =>
          spoilt(part).map(([what, one]) => [`${key}.${what}`, { ...value, [key]: one }] as const)
        )
      : []
  return [...own, ...inner]
}

const oddTexts: ReadonlyArray<readonly [what: string, text: string]> = [
  ["prototypes", `{"__proto__":{"tags":[]},"constructor":{"prototype":{"a":1}}}`],
  ["nothing but a prototype", `{"__proto__":null}`],
  ["deep lists", `{"tags":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ["deep objects", `${`{"a":`.repeat(50_000)}1${"}".repeat(50_000)}`],
  ["a number that is none", `{"tags":1e999}`],
  ["20,000 rules", `{"rules":[${Array.from({ length: 20_000 }, () => "{}").join(",")}]}`],
  ["NUL", `{"text":"a\\u0000b"}`],
  ["half a character", `{"text":["\\ud800"]}`],
  ["many fields", `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join(",")}}`],
  ["a key with NUL", `{"a\\u0000b":1}`],
  ["a key with half a character", `{"\\ud800":1}`]
]

layer(WholeService(), { excludeTestServices: true, timeout: "180 seconds" })("bad input of the Manager", (it) => {
  it.effect(
    "a body that is wrong in one place is 422 at that place; its gateway is not asked, and nothing is written down",
    () =>
      Effect.gen(function* () {
        const { at, kept, send, told } = yield* world
        const before = yield* kept
        told()
        const tried = endpoints.flatMap((endpoint) =>
          endpoint.bodies.flatMap((schema) =>
            badBodies(schema, exampleOf(schema), [])
              .filter(({ kind, place }) => kind !== "duplicate" || place[0] !== "horizons")
              .map((bad) => ({ endpoint, ...bad }))
          )
        )
        assert.isAbove(tried.length, 200)
        const answers = yield* Effect.forEach(
          tried,
          ({ body, endpoint: { method, path }, kind, place }) =>
            Effect.map(send(method, at(path), JSON.stringify(body)), ({ code, paths, status }) => {
              const wanted = ["payload", ...place.map(String)]
              // a fault in a union of shapes may be reported at its discriminator
              const near = paths.some(
                (one) =>
                  one[0] === "payload" &&
                  (along(one, wanted) || (one.at(-1) === "kind" && along(one.slice(0, -1), wanted)))
              )
              const right = (kind === "oversize" && status === 413) || (status === 422 && near)
              return right
                ? []
                : [
                    `${method} ${path}: ${kind} at ${wanted.join(".")}: ${status} ${code} ${paths
                      .map((one) => one.join("."))
                      .join(" ")
                      .slice(0, 200)}`
                  ]
            }),
          { concurrency: 6 }
        )
        assert.deepStrictEqual(answers.flat(), [])
        assert.deepStrictEqual(told(), [])
        assert.strictEqual(yield* kept, before)
      }).pipe(Effect.scoped),
    { timeout: 180_000 }
  )

  it.effect(
    "no name, number or feature that is none reaches the gateway",
    () =>
      Effect.gen(function* () {
        const { at, kept, send, told } = yield* world
        const before = yield* kept
        told()
        const names = [
          "%2e%2e",
          "..",
          "a%2F..%2Fb",
          "%2f",
          "a%00b",
          "a%0d%0ab",
          "%0a",
          "%20",
          "%",
          "%zz",
          "%ff",
          "%ED%A0%80",
          "A..B",
          "admin",
          "%D0%BA",
          "x".repeat(3_000),
          "a%3Ab%3Fpolicy",
          "a%3Fpolicy",
          "__proto__",
          "constructor"
        ]
        const answers = yield* Effect.forEach(
          endpoints.filter(({ path }) => path.includes("/:")),
          ({ bodies, method, path }) => {
            const body = method === "GET" || bodies.length === 0 ? undefined : JSON.stringify(exampleOf(bodies[0]))
            const whole = path.includes(":bucket_name") ? names.map((name) => at(path, { name, id: "1" })) : []
            const ids = /:(change|run)_id/.test(path)
              ? ["0", "-1", "2147483648", "9".repeat(400), "1e3", "NaN", "%00", "..%2f1", "__proto__"].map((id) =>
                  at(path, { id })
                )
              : []
            const features = path.includes(":feature")
              ? ["__proto__", "constructor", "toString", "Tags", "tags%00", "..", "%2e%2e", "tags%2fcheck", "%zz"].map(
                  (feature) => at(path, { feature })
                )
              : []
            return Effect.forEach([...whole, ...ids, ...features], (address) =>
              Effect.map(send(method, address, body), ({ code, status }) =>
                // history and links of an unknown bucket are empty rows of ours: no gateway is asked
                [400, 404, 405, 414, 422].includes(status) ||
                (method === "GET" && /\/(history|shares)$/.test(path) && status === 200)
                  ? []
                  : [`${method} ${address.slice(0, 160)}: ${status} ${code}`]
              )
            )
          },
          { concurrency: 6 }
        )
        assert.deepStrictEqual(answers.flat(2), [])
        assert.deepStrictEqual(told(), [])
        assert.strictEqual(yield* kept, before)
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "every query takes what it declares and nothing else",
    () =>
      Effect.gen(function* () {
        const { at, send, told } = yield* world
        told()
        const answers = yield* Effect.forEach(
          endpoints,
          ({ bodies, method, path, query }) => {
            const body = method === "GET" || bodies.length === 0 ? undefined : JSON.stringify(exampleOf(bodies[0]))
            const encoded = query === undefined ? null : SchemaAST.toEncoded(query.ast)
            const names = (
              encoded?._tag === "Objects" ? encoded.propertySignatures.map((one) => String(one.name)) : []
            ).filter((name) => name !== "context_id")
            const wrong = [
              "no_such_parameter=1",
              "__proto__=1",
              ...names.flatMap((name) => [`${name}=a%00b`, `${name}=${"9".repeat(5_000)}`])
            ]
            return Effect.forEach(wrong, (text) =>
              Effect.map(send(method, `${at(path)}&${text}`, body), ({ code, paths, status }) =>
                status === 422 && paths.some((one) => one[0] === "query")
                  ? []
                  : [`${method} ${path}?${text.slice(0, 60)}: ${status} ${code} ${paths.join(" ")}`]
              )
            )
          },
          { concurrency: 6 }
        )
        assert.deepStrictEqual(answers.flat(2), [])
        assert.deepStrictEqual(told(), [])
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "a value of a feature that is wrong in one place is told of there, checked or saved, and never sent",
    () =>
      Effect.gen(function* () {
        const { at, bucket, kept, otherOwner, send, told } = yield* world
        const before = yield* kept
        const state = { bucket, owner: otherOwner.id, scene: {} as never, access: {} as never, other: bucket }
        told()
        const tried = featureNames.flatMap((feature) => [
          ...(contracts[feature] === undefined
            ? []
            : spoilt(contracts[feature].first(state)).map(([what, value]) => ({
                feature,
                what,
                text: JSON.stringify(value)
              }))),
          ...oddTexts.map(([what, text]) => ({ feature, what, text }))
        ])
        const good = new Map<string, Array<string>>()
        const answers = yield* Effect.forEach(
          tried,
          ({ feature, text, what }) =>
            Effect.map(
              send(
                "POST",
                at("/api/manager/buckets/:bucket_name/features/:feature/check", { feature }),
                `{"value":${text}}`
              ),
              ({ code, paths, status, text: said }) => {
                if (status === 200 && JSON.parse(said).faults.length === 0)
                  good.set(feature, [...(good.get(feature) ?? []), text])
                const right =
                  status === 200 ||
                  status === 413 ||
                  (status === 422 && paths.length > 0 && paths.every(([first]) => first === "payload"))
                return right ? [] : [`${feature}: ${what}: ${status} ${code} ${said.slice(0, 200)}`]
              }
            ),
          { concurrency: 6 }
        )
        assert.deepStrictEqual(answers.flat(), [])
        assert.deepStrictEqual(
          told().filter((line) => !/^(GET|HEAD) /.test(line)),
          []
        )
        assert.strictEqual(yield* kept, before)
        const saved = yield* Effect.forEach(
          good,
          ([feature, texts]) =>
            Effect.forEach(texts, (text) =>
              Effect.gen(function* () {
                const path = at("/api/manager/buckets/:bucket_name/features/:feature", { feature })
                const { version } = JSON.parse((yield* send("GET", path)).text)
                const {
                  paths,
                  status,
                  text: said
                } = yield* send("PUT", path, `{"version":"${version}","value":${text}}`)
                const right =
                  status === 200 ||
                  status === 409 ||
                  (status === 422 && paths.length > 0 && paths.every(([first]) => first === "payload"))
                return right ? [] : [`${feature}: ${text.slice(0, 200)}: ${said.slice(0, 300)}`]
              })
            ),
          { concurrency: 4 }
        )
        assert.deepStrictEqual(saved.flat(2), [])
      }).pipe(Effect.scoped),
    { timeout: 180_000 }
  )

  it.effect(
    "no bucket is created with a feature that is wrong, and no policy is taken that no gateway would read",
    () =>
      Effect.gen(function* () {
        const { at, kept, send, told: asked } = yield* world
        const before = yield* kept
        asked()
        const odd = `{"no_such_field":1}`
        const created = yield* Effect.forEach(featureNames, (feature) =>
          Effect.map(
            send("POST", at("/api/manager/bucket-creations"), `{"name":"never-made","features":{"${feature}":${odd}}}`),
            ({ paths, status }) =>
              status === 422 && paths.every((path) => path.slice(0, 3).join(".") === `payload.features.${feature}`)
                ? []
                : [`${feature}: ${status} ${paths.join(" ")}`]
          )
        )
        assert.deepStrictEqual(created.flat(), [])
        const statement = (text: string) => `{"Version":"2012-10-17","Statement":[${text}]}`
        const allow = `{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::b/*"}`
        const policies: Readonly<Record<string, string>> = {
          "21 KiB": statement(allow) + " ".repeat(21_504),
          "more bytes than characters": statement(allow.replace("{", `{"Sid":"${"鍵".repeat(7_000)}",`)),
          "nested deep": "[".repeat(20_000),
          "objects nested deep": `{"Statement":`.repeat(1_500),
          "named twice": `{"Version":"2012-10-17","Statement":[],"Statement":[${allow}]}`,
          "a prototype": statement(allow.replace("{", `{"__proto__":{"Effect":"Allow"},`)),
          "cut off": statement(allow).slice(0, -2),
          "no JSON": "<Policy/>",
          "a byte order mark": `\ufeff${statement(allow)}`
        }
        for (const [what, text] of Object.entries(policies)) {
          const value = JSON.stringify({ text })
          const refused = yield* send(
            "POST",
            at("/api/manager/buckets/:bucket_name/features/:feature/check", { feature: "policy" }),
            `{"value":${value}}`
          )
          const told =
            refused.status === 200
              ? JSON.parse(refused.text).faults.map((fault: { readonly path: ReadonlyArray<string> }) =>
                  fault.path.join(".")
                )
              : refused.paths.map((path) => path.slice(2).join("."))
          assert.deepStrictEqual([...new Set(told)], ["text"], `${what}: ${refused.text.slice(0, 300)}`)
          const looked = yield* send(
            "POST",
            at("/api/manager/buckets/:bucket_name/policy/check"),
            JSON.stringify({ text })
          )
          assert.isTrue(
            looked.status === 422 || (looked.status === 200 && JSON.parse(looked.text).faults.length > 0),
            `${what}: ${looked.text.slice(0, 300)}`
          )
        }
        assert.deepStrictEqual(
          asked().filter((line) => !/^(GET|HEAD) /.test(line)),
          []
        )
        assert.strictEqual(yield* kept, before)
      }).pipe(Effect.scoped)
  )
})
