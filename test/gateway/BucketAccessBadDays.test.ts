import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule, Schema } from "effect"
import { BucketAccessList } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, adminTarget } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"
import { must } from "./policies/askGateway.ts"

/** Few by default: each costs a dozen requests. */
const manyUsers = Number(process.env["STOWAGE_ACCESS_USERS"] ?? 60)
const POLICIES_EACH = 10
const sandbox = (await adminGateways()).find(({ name }) => name === "sandbox")!

const xml = (action: string, inner: string): Passage => ({
  status: 200,
  type: "application/xml",
  text: `<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`
})
const refusal: Passage = {
  status: 403,
  type: "application/xml",
  text: "<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>"
}

const behindProxy = Effect.gen(function* () {
  const bare = yield* sandbox.scene
  const proxy = yield* gatewayProxy(bare.target.url)
  const { accessKey, secretKey } = yield* bare.target.credential.open
  const target = adminTarget(proxy.url, { accessKey, secretKey: Redacted.value(secretKey) })
  const scene = yield* managerScene(
    { ...sandbox, scene: Effect.succeed({ ...bare, target }) },
    { iam: { enabled: true } }
  )
  const name = yield* scene.bucket()
  const path = `/buckets/${name}/access`
  return {
    ...scene,
    proxy,
    name,
    plan: (change: object) => scene.ask("POST", `${path}/plan`, change),
    apply: (change: object, hash: string) => scene.ask("POST", path, { change, plan_hash: hash }),
    list: Effect.map(scene.ask("GET", path), (answer) => Schema.decodeUnknownSync(BucketAccessList)(ok(answer)))
  }
})

const give = (user: string, level: string, more: object = {}) => ({
  action: "give",
  recipient: { kind: "iam_user", name: user, ...more },
  prefix: "",
  level,
  until: null
})

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("access to a bucket on bad days", (it) => {
  it.effect("a gateway that refuses ListUsers: the users are unknown with the reason, and the rest is listed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, list, proxy } = yield* behindProxy
        ok(yield* ask("POST", "/iam/groups", { name: "team" }))
        proxy.set((_method, _path, form) => (form.get("Action") === "ListUsers" ? refusal : "pass"))
        const { items, unknown } = yield* list
        assert.include(unknown.map(({ part }) => part).join(), "IAM users")
        assert.includeMembers(
          items.map(({ id }) => id),
          ["root", "everyone", "groups:team"]
        )
      })
    )
  )

  it.effect("a policy that cannot be parsed makes what its user may do unknown, and never a no", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, list, proxy } = yield* behindProxy
        ok(yield* ask("POST", "/iam/users", { name: "ada" }))
        ok(
          yield* ask("PUT", "/iam/users/ada/inline-policies/own", {
            document: `{"Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}`
          })
        )
        proxy.set((_method, _path, form) =>
          form.get("Action") === "GetUserPolicy"
            ? xml(
                "GetUserPolicy",
                "<PolicyName>own</PolicyName><UserName>ada</UserName><PolicyDocument>{broken</PolicyDocument>"
              )
            : "pass"
        )
        const ada = (yield* list).items.find(({ id }) => id === "users:ada")
        assert.strictEqual(ada?.rights.read.state, "unknown")
        assert.isNotEmpty(ada?.unknown)
      })
    )
  )

  it.effect("a bucket that is deleted while access is given: nothing is given, and no fault of ours is answered", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { apply, ask, key, name, plan, target } = yield* behindProxy
        ok(yield* ask("POST", "/iam/users", { name: "ben" }))
        const change = give("ben", "read")
        const { hash } = ok(yield* plan(change))
        yield* Effect.promise(() => must(target.url, key, { method: "DELETE", path: `/${name}` }))
        const answer = yield* apply(change, hash)
        assert.include([404, 409], answer.status, answer.text)
        assert.deepStrictEqual(ok(yield* ask("GET", "/iam/users/ben/inline-policies"))["items"], [])
      })
    )
  )

  it.effect("of two who change one grant at once by plans of the same moment, one is told that it is outdated", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { apply, ask, list, plan, proxy } = yield* behindProxy
        ok(yield* ask("POST", "/iam/users", { name: "cleo" }))
        const given = give("cleo", "read")
        ok(yield* apply(given, ok(yield* plan(given))["hash"]))
        const route = (yield* list).items
          .find(({ id }) => id === "users:cleo")
          ?.routes.find(({ revocable }) => revocable)
        const changes = [
          give("cleo", "read_write"),
          { action: "revoke", holder: route?.holder, name: route?.grant ?? route?.name }
        ]
        const hashes = yield* Effect.forEach(changes, (change) => Effect.map(plan(change), (answer) => ok(answer)))
        const [isRevoking, hasLooked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        let revoking = false
        proxy.set((_method, _path, form) => {
          if (form.get("Action") === "PutUserPolicy") return { until: isRevoking.promise }
          if (revoking && form.get("Action") === "GetUserPolicy") hasLooked.resolve()
          return "pass"
        })
        const first = yield* Effect.forkChild(apply(changes[0]!, hashes[0]?.["hash"]))
        yield* Effect.repeat(
          Effect.sync(() => proxy.held.length),
          { while: (held) => held === 0, schedule: Schedule.spaced("10 millis") }
        )
        revoking = true
        const second = yield* Effect.forkChild(apply(changes[1]!, hashes[1]?.["hash"]))
        yield* Effect.promise(() => hasLooked.promise)
        isRevoking.resolve()
        const answers = [yield* Fiber.join(first), yield* Fiber.join(second)]
        assert.deepStrictEqual(
          answers.map(({ code, status }) => `${status} ${code}`),
          ["200 ", "409 stale_plan"]
        )
        const kept = (yield* list).items.find(({ id }) => id === "users:cleo")
        assert.strictEqual(kept?.rights.write.state, "yes", "what was given stays")
      })
    )
  )

  it.effect("users with every odd character of IAM get access and lose it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { apply, list, plan } = yield* behindProxy
        for (const name of ["a+b=c,d.e@f_g-h", "=,.@-_+", "A.a"]) {
          const change = give(name, "read", { create: true })
          ok(yield* apply(change, ok(yield* plan(change))["hash"]))
          const entry = (yield* list).items.find(({ id }) => id === `users:${name}`)
          assert.strictEqual(entry?.rights.read.state, "yes", name)
          const route = entry?.routes.find(({ revocable }) => revocable)
          const revoke = { action: "revoke", holder: route?.holder, name: route?.grant ?? route?.name }
          ok(yield* apply(revoke, ok(yield* plan(revoke))["hash"]))
          const after = (yield* list).items.find(({ id }) => id === `users:${name}`)
          assert.notStrictEqual(after?.rights.read.state, "yes", name)
        }
      })
    )
  )

  it.effect(
    `${manyUsers} IAM users with ${POLICIES_EACH} policies each are all evaluated, page by page`,
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { list, name, proxy, rgwAccountId } = yield* behindProxy
          const user = (index: number) =>
            [
              `<member><Path>/</Path><UserName>u${index}</UserName><UserId>id${index}</UserId>`,
              `<Arn>arn:aws:iam::${rgwAccountId}:user/u${index}</Arn>`,
              "<CreateDate>2026-01-01T00:00:00Z</CreateDate></member>"
            ].join("")
          const document = (policy: string) =>
            JSON.stringify({
              Statement: [
                { Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${name}/${policy}/*` },
                { Effect: "Deny", Action: "s3:PutObject", Resource: "*" }
              ]
            })
          let pages = 0
          proxy.set((_method, _path, form) => {
            const action = form.get("Action") ?? ""
            switch (action) {
              case "ListUsers": {
                pages += 1
                const [from, size] = [Number(form.get("Marker") ?? "0"), Number(form.get("MaxItems") ?? "100")]
                const to = Math.min(from + Math.min(size, 25), manyUsers)
                const members = Array.from({ length: to - from }, (_, index) => user(from + index)).join("")
                const more = to < manyUsers
                return xml(
                  action,
                  `<Users>${members}</Users><IsTruncated>${more}</IsTruncated>${more ? `<Marker>${to}</Marker>` : ""}`
                )
              }
              case "ListUserPolicies": {
                const names = Array.from({ length: POLICIES_EACH }, (_, index) => `<member>p${index}</member>`).join("")
                return xml(action, `<PolicyNames>${names}</PolicyNames><IsTruncated>false</IsTruncated>`)
              }
              case "GetUserPolicy": {
                const [owner, policy] = [form.get("UserName") ?? "", form.get("PolicyName") ?? ""]
                const text = `<PolicyDocument>${encodeURIComponent(document(policy))}</PolicyDocument>`
                return xml(action, `<PolicyName>${policy}</PolicyName><UserName>${owner}</UserName>${text}`)
              }
              case "ListAttachedUserPolicies":
                return xml(action, "<AttachedPolicies></AttachedPolicies><IsTruncated>false</IsTruncated>")
              case "ListGroupsForUser":
                return xml(action, "<Groups></Groups><IsTruncated>false</IsTruncated>")
              default:
                return "pass"
            }
          })
          const { items, unknown } = yield* list
          assert.deepStrictEqual(unknown, [])
          const users = items.filter(({ kind }) => kind === "iam_user")
          assert.lengthOf(users, manyUsers)
          assert.isAbove(pages, 1)
          for (const { rights } of users) {
            assert.deepInclude(rights.read, { state: "yes" })
            assert.lengthOf(rights.read.only, POLICIES_EACH)
            assert.strictEqual(rights.write.state, "no")
          }
        })
      ),
    { timeout: 600_000 }
  )
})
