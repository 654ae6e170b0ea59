import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { somebody } from "../rules/people.ts"
import { WholeService } from "../support/WholeService.ts"
import { claim, documentOf, listAccess } from "./bucketAccessScene.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"
import { must } from "./policies/askGateway.ts"

const sandbox = (await adminGateways()).find(({ name }) => name === "sandbox")!

const scene = Effect.gen(function* () {
  const opened = yield* managerScene(sandbox, { iam: { enabled: true } })
  const { ask, bucket, contextId } = opened
  const { user } = yield* somebody("ui_user")
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into user_associations (user_id, rgw_account_id, portal_role)
    values (${user.id}, ${Number(contextId)}, 'portal_user')`
  const name = yield* bucket()
  const path = `/buckets/${name}/access`
  return {
    ...opened,
    sql,
    name,
    user,
    give: (prefix: string, level = "read", userId = user.id) => ({
      action: "give",
      recipient: { kind: "person", user_id: userId },
      prefix,
      level,
      until: null
    }),
    plan: (change: object) => ask("POST", `${path}/plan`, change),
    apply: (change: object, hash: unknown) => ask("POST", path, { change, plan_hash: hash }),
    list: listAccess(ask, name),
    accesses: Effect.map(ask("GET", "/private-access"), (answer) => ok(answer)["items"] as ReadonlyArray<any>)
  }
})

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("access of people to a bucket", (it) => {
  it.effect("is a policy of their private access: the second grant joins the first, and the last one ends it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { accesses, apply, give, list, plan, user } = yield* scene
        const [folder, whole] = [give("team/"), give("", "read_write")]
        const first = ok(yield* plan(folder))
        assert.include(first["steps"][0].sentence, "gets private access: an IAM user with only this policy")
        assert.deepStrictEqual(yield* accesses, [], "a plan changes nothing")
        ok(yield* apply(folder, first["hash"]))
        const second = ok(yield* plan(whole))
        assert.include(second["notes"].join(" "), "The private access also has policy stowage-access-")
        ok(yield* apply(whole, second["hash"]))
        const [access, ...others] = yield* accesses
        assert.deepStrictEqual(others, [])
        assert.deepInclude(access, { state: "active", user_id: user.id, groups: [], managed_policies: [] })
        assert.lengthOf(access.inline_policies, 2)
        assert.deepStrictEqual(ok(yield* plan(whole))["steps"], [], "given twice")

        const entry = (yield* list).items.find(({ id }) => id === `private:${access.id}`)
        assert.deepInclude(entry, { kind: "private_access", name: user.email })
        assert.strictEqual(claim(entry!, "write", "team/"), true)
        const direct = ok(yield* plan(whole))
        assert.isString(direct["hash"])
        const toUser = { ...whole, recipient: { kind: "iam_user", name: access.iam_user_name } }
        assert.include((yield* plan(toUser)).text, "give it to that person")

        for (const [index, { name: policy }] of [...access.inline_policies].entries()) {
          const revoke = { action: "revoke", holder: { entity: "users", name: access.iam_user_name }, name: policy }
          const planned = ok(yield* plan(revoke))
          assert.include(planned["sentence"], index === 0 ? "loses the inline policy" : "ends")
          ok(yield* apply(revoke, planned["hash"]))
        }
        assert.deepStrictEqual(yield* accesses, [])
        assert.isUndefined((yield* list).items.find(({ name }) => name === user.email))
      })
    )
  )

  it.effect("is given once by two who give it at once: the other is answered stale_plan", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { accesses, apply, give, plan } = yield* scene
        const changes = [give("a/"), give("b/")]
        const plans = yield* Effect.forEach(changes, (change) => Effect.map(plan(change), ok))
        const answers = yield* Effect.all(
          changes.map((change, index) => apply(change, plans[index]?.["hash"])),
          { concurrency: 2 }
        )
        assert.include(
          ["200 |200 ", "200 |409 stale_plan"],
          answers
            .map(({ code, status }) => `${status} ${code}`)
            .toSorted()
            .join("|"),
          "one after the other, or one of them is told"
        )
        assert.lengthOf(yield* accesses, 1)
      })
    )
  )

  it.effect("is refused for strangers, for managers without data, and while the tool is off", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { accesses, admin, contextId, give, plan, sql } = yield* scene
        const stranger = (yield* somebody("ui_user")).user
        const unlinked = yield* plan(give("", "read", stranger.id))
        assert.strictEqual(unlinked.status, 422)
        assert.include(unlinked.text, "an administrator gives one first")
        yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
          values (${stranger.id}, ${Number(contextId)}, 'account_administrator')`
        assert.include((yield* plan(give("", "read", stranger.id))).text, "without access to its data")
        const me = ok(yield* admin("GET", "/auth/session"))["user"].id
        yield* sql`update ui_users set manager_tools = array_remove(manager_tools, 'private_access') where id = ${me}`
        const off = yield* plan(give(""))
        assert.deepStrictEqual([off.status, off.code], [403, "workspace_unavailable"])
        yield* sql`update ui_users set manager_tools = array_append(manager_tools, 'private_access') where id = ${me}`
        assert.deepStrictEqual(yield* accesses, [])
      })
    )
  )

  it.effect("the bucket page, the IAM page and the list answer the same question alike", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, key, list, name, rgwAccountId, target } = yield* scene
        ok(yield* ask("POST", "/iam/users", { name: "ada" }))
        ok(
          yield* ask("PUT", "/iam/users/ada/inline-policies/own", {
            document: documentOf([
              { Effect: "Allow", Action: ["s3:GetObject", "s3:PutObject"], Resource: `arn:aws:s3:::${name}/team/*` }
            ])
          })
        )
        yield* Effect.promise(() =>
          must(target.url, key, {
            method: "PUT",
            path: `/${name}`,
            query: { policy: "" },
            body: documentOf([
              { Effect: "Deny", Principal: "*", Action: "s3:PutObject", Resource: `arn:aws:s3:::${name}/team/secret/*` }
            ])
          })
        )
        const ada = (yield* list).items.find(({ id }) => id === "users:ada")!
        const expected = { "": [false, false], "team/": [true, true], "team/secret/": [true, false] }
        for (const [folder, answers] of Object.entries(expected))
          for (const [index, [action, right, object]] of (
            [
              ["s3:GetObject", "read", "k"],
              ["s3:PutObject", "write", "new"]
            ] as const
          ).entries()) {
            const question = { action, key: `${folder}${object}` }
            const principal = { kind: "iam_user", account: rgwAccountId, name: "ada" }
            const onBucket = ok(yield* ask("POST", `/buckets/${name}/policy/check`, { principal, ...question }))
            const onIam = ok(yield* ask("POST", "/iam/users/ada/access", { bucket: name, ...question }))
            assert.deepStrictEqual(
              [onBucket["decision"].outcome, onIam["decision"].outcome, claim(ada, right, folder)],
              answers[index] ? ["allowed", "allowed", true] : ["denied", "denied", false],
              JSON.stringify(question)
            )
          }
      })
    )
  )
})
