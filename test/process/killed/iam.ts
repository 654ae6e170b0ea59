import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { createdAccount, type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

const document = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }]
})
const readOnly = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"

interface Step {
  readonly request: readonly [method: string, path: string, body?: unknown]
  readonly at: string
  readonly passage: Passage
  readonly told: readonly [action: string, status: "success" | "failure"]
}

const steps: Readonly<Record<string, Step>> = {
  planned: {
    request: ["POST", "/users", { name: "planned" }],
    at: "GetUser",
    passage: "hold the request",
    told: ["iam.user.create", "failure"]
  },
  sent: {
    request: ["POST", "/users", { name: "sent" }],
    at: "CreateUser",
    passage: "hold the request",
    told: ["iam.user.create", "failure"]
  },
  done: {
    request: ["PUT", "/users/done/inline-policies/own", { document }],
    at: "PutUserPolicy",
    passage: "hold the answer",
    told: ["iam.inline.put", "success"]
  },
  going: {
    request: ["DELETE", "/users/going?confirm_name=going"],
    at: "DetachUserPolicy",
    passage: "hold the request",
    told: ["iam.user.delete", "success"]
  },
  keyed: {
    request: ["POST", "/users/keyed/keys"],
    at: "CreateAccessKey",
    passage: "hold the answer",
    told: ["iam.key.create", "success"]
  }
}
const names = Object.keys(steps)

export const iam: KilledWork = {
  kind: "changes of IAM and a trial of notifications",
  heldAt: "planned, sent, done, in the middle of a deletion, and after the trial's object",
  truth: "each change is told, the deletion is ended, and nothing is left of the trial",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { endpoint, proxy } = yield* registeredSandbox(installation)
    yield* sql`update storage_endpoints
      set features_config = jsonb_set(jsonb_set(features_config, '{features,iam}', '{"enabled": true}'),
      '{features,sns}', '{"enabled": true}') where id = ${endpoint}`
    const account = yield* createdAccount(installation, endpoint, "people")
    const inManager = (path: string) =>
      `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${account["id"]}`
    const at = (path: string) => inManager(`/iam${path}`)
    const done = (method: string, path: string, body?: unknown) =>
      Effect.map(
        Effect.promise(() => browser.send(method, at(path), body)),
        ({ body, status, text }) => {
          assert.include([200, 201], status, `${method} ${path}: ${text}`)
          return body
        }
      )
    for (const name of ["done", "going", "keyed"]) yield* done("POST", "/users", { name })
    yield* done("POST", "/users/going/keys")
    yield* done("PUT", "/users/going/policies", { arn: readOnly })
    yield* done("PUT", "/users/going/inline-policies/own", { document })

    const bucket = yield* Effect.promise(() => browser.post(inManager("/buckets"), { name: "tried" }))
    assert.include([200, 201], bucket.status, bucket.text)

    proxy.set((method, path, form) => {
      if (method === "PUT" && path.includes("/marker")) return "hold the answer"
      const step = steps[form.get("UserName") ?? ""]
      return step === undefined || form.get("Action") !== step.at ? "pass" : step.passage
    })
    for (const {
      request: [method, path, body]
    } of Object.values(steps))
      void browser.send(method, at(path), body).catch(() => null)
    void browser.post(inManager("/topics/test"), { bucket: "tried" }).catch(() => null)
    yield* until(() => proxy.held.length >= names.length + 1)
    return {
      afterKill: Effect.gen(function* () {
        const [open] = yield* sql<{ n: number }>`
          select count(*)::int as n from gateway_intents where outcome is null
            and (entry->>'action' like 'iam.%' or entry->>'action' like '%.test' or about::text like '%tried%')`
        assert.deepStrictEqual(open, { n: names.length + 1 }, "each was written down before its gateway was asked")
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const told = yield* sql<{
          said: string
        }>`select entity_id || ' ' || action || ' ' || status as said from audit_logs where action like 'iam.%'
          and entity_id = any(${names}) order by id`
        const wanted = Object.entries(steps).map(
          ([
            name,
            {
              told: [action, status]
            }
          ]) => `${name} ${action} ${status}`
        )
        assert.sameMembers(
          told.map(({ said }) => said).filter((said) => wanted.includes(said)),
          wanted,
          "once each"
        )
        assert.deepStrictEqual(
          told.filter(({ said }) => said.endsWith("unknown")),
          []
        )
        assert.deepStrictEqual(
          (yield* done("GET", "/users"))["items"].map(({ name }: { readonly name: string }) => name),
          ["done", "keyed"]
        )
        assert.deepStrictEqual((yield* done("GET", "/users/done/inline-policies"))["items"], [
          { name: "own", document }
        ])
        assert.lengthOf(
          (yield* done("GET", "/users/keyed/keys"))["items"],
          1,
          "whose secret nobody knows; it can be deleted"
        )
        const manager = (path: string) =>
          Effect.map(
            Effect.promise(() => browser.get(inManager(path))),
            ({ body, status, text }) => {
              assert.strictEqual(status, 200, text)
              return body
            }
          )
        assert.deepStrictEqual(yield* manager("/topics"), { items: [] })
        assert.isNull((yield* manager("/buckets/tried/features/notifications"))["value"])
        const emptied = yield* Effect.promise(() =>
          browser.send("DELETE", inManager("/buckets/tried?confirm_name=tried"))
        )
        assert.include([200, 202, 204], emptied.status, `a bucket with something in it is not deleted: ${emptied.text}`)
        for (const name of ["planned", "sent", "going"]) yield* done("POST", "/users", { name })
      })
    }
  })
}
