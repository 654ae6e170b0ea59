import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../support/GatewayProxy.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { internalToken, servedEndpoint } from "./servedAccount.ts"

const document = JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }] })
const readOnly = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"

interface Step {
  readonly request: readonly [method: string, path: string, body?: unknown]
  /** Which call of the gateway is under way when the process dies, and how often it was asked before. */
  readonly at: string
  readonly nth?: number
  readonly passage: Passage
  /** The change in the audit log, and what it says of it: what the gateway has in the end. */
  readonly told: readonly [action: string, status: "success" | "failure"]
}

/** One change for each step at which a process can die, each of a user of its own. */
const steps: Readonly<Record<string, Step>> = {
  // the intent is committed, and it is looked whether there is one of this name
  planned: { request: ["POST", "/users", { name: "planned" }], at: "GetUser", passage: "hold the request", told: ["iam.user.create", "failure"] },
  sent: { request: ["POST", "/users", { name: "sent" }], at: "CreateUser", passage: "hold the request", told: ["iam.user.create", "failure"] },
  done: { request: ["PUT", "/users/done/inline-policies/own", { document }], at: "PutUserPolicy", passage: "hold the answer", told: ["iam.inline.put", "success"] },
  // a deletion that begins is brought to its end: its keys are gone, its policies are not
  going: { request: ["DELETE", "/users/going?confirm_name=going"], at: "DetachUserPolicy", passage: "hold the request", told: ["iam.user.delete", "success"] },
  keyed: { request: ["POST", "/users/keyed/keys"], at: "CreateAccessKey", passage: "hold the answer", told: ["iam.key.create", "success"] }
}
const names = Object.keys(steps)

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it changes IAM and tries notifications", (it) => {
  it.effect("is followed by one that tells of each change what became of it, ends the deletion, and clears away what the trial made", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, endpoint, first, proxy, start } = yield* servedEndpoint
    yield* sql`update storage_endpoints set features_config = jsonb_set(jsonb_set(features_config, '{features,iam}', '{"enabled": true}'), '{features,sns}', '{"enabled": true}') where id = ${endpoint}`
    const session = yield* Effect.promise(() => browser.get("/api/auth/session"))
    const account = yield* Effect.promise(() => browser.post("/api/admin/accounts", {
      storage_endpoint_id: endpoint, name: "team", user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
    }))
    assert.strictEqual(account.status, 201, account.text)
    const inManager = (path: string) => `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${account.body["id"]}`
    const at = (path: string) => inManager(`/iam${path}`)
    const done = (method: string, path: string, body?: unknown) => Effect.map(Effect.promise(() => browser.send(method, at(path), body)), ({ body, status, text }) => {
      assert.include([200, 201], status, `${method} ${path}: ${text}`)
      return body
    })
    for (const name of ["done", "going", "keyed"]) yield* done("POST", "/users", { name })
    yield* done("POST", "/users/going/keys")
    yield* done("PUT", "/users/going/policies", { arn: readOnly })
    yield* done("PUT", "/users/going/inline-policies/own", { document })

    const bucket = yield* Effect.promise(() => browser.post(inManager("/buckets"), { name: "tried" }))
    assert.include([200, 201], bucket.status, bucket.text)

    const seen = new Map<string, number>()
    proxy.set((method, path, form) => {
      // topic and notification are made, the object is written, and nobody hears of it
      if (method === "PUT" && path.includes("/marker")) return "hold the answer"
      const step = steps[form.get("UserName") ?? ""]
      if (step === undefined || form.get("Action") !== step.at) return "pass"
      const nth = (seen.get(step.at) ?? 0) + 1
      seen.set(step.at, nth)
      return nth >= (step.nth ?? 1) ? step.passage : "pass"
    })
    for (const { request: [method, path, body] } of Object.values(steps)) void browser.send(method, at(path), body).catch(() => null)
    void browser.post(inManager("/topics/test"), { bucket: "tried" }).catch(() => null)
    while (proxy.held.length < names.length + 1) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    const [open] = yield* sql<{ n: number }>`select count(*)::int as n from gateway_intents where outcome is null`
    assert.deepStrictEqual(open, { n: names.length + 1 }, "each was written down before its gateway was asked")
    proxy.set(() => "pass")
    // as if the leases of the dead had lapsed a minute ago
    yield* sql`update gateway_intents set lease_until = now() - interval '1 minute' where outcome is null`

    yield* start
    yield* Effect.gen(function*() {
      yield* sql`update gateway_intents set look_at = now() where outcome is null`
      const run = yield* Effect.promise(() => browser.send("POST", "/api/internal/gateway-changes/reconcile", undefined, { "x-internal-token": internalToken }))
      assert.strictEqual(run.status, 200, run.text)
      return yield* sql`select 1 from gateway_intents where outcome is null`
    }).pipe(Effect.delay("300 millis"), Effect.repeat({ while: (rows) => rows.length > 0 }))
    const told = yield* sql<{ said: string }>`select entity_id || ' ' || action || ' ' || status as said from audit_logs where action like 'iam.%' and entity_id = any(${names}) order by id`
    const wanted = Object.entries(steps).map(([name, { told: [action, status] }]) => `${name} ${action} ${status}`)
    assert.sameMembers(told.map(({ said }) => said).filter((said) => wanted.includes(said)), wanted, "once each")
    assert.deepStrictEqual(told.filter(({ said }) => said.endsWith("unknown")), [])
    assert.deepStrictEqual((yield* done("GET", "/users"))["items"].map(({ name }: { readonly name: string }) => name), ["done", "keyed"])
    assert.deepStrictEqual((yield* done("GET", "/users/done/inline-policies"))["items"], [{ name: "own", document }])
    assert.lengthOf((yield* done("GET", "/users/keyed/keys"))["items"], 1, "whose secret nobody knows; it can be deleted")
    // of the trial nothing is left: topic, notification, object with its versions
    const manager = (path: string) => Effect.map(Effect.promise(() => browser.get(inManager(path))), ({ body, status, text }) => { assert.strictEqual(status, 200, text); return body })
    assert.deepStrictEqual(yield* manager("/topics"), { items: [] })
    assert.isNull((yield* manager("/buckets/tried/features/notifications"))["value"])
    const emptied = yield* Effect.promise(() => browser.send("DELETE", inManager("/buckets/tried?confirm_name=tried")))
    assert.include([200, 202, 204], emptied.status, `a bucket with something in it is not deleted: ${emptied.text}`)
    // and nothing stands in the way of whoever tries again
    for (const name of ["planned", "sent", "going"]) yield* done("POST", "/users", { name })
  }), 260_000)
})
