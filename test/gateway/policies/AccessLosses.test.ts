import { assert, layer } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { findAccessLosses, type SavingIdentity } from "#domain/buckets/policies/findAccessLosses.ts"
import { type AccessLoss, accessLosses, lossRequests } from "#domain/buckets/policies/AccessLoss.ts"
import { it as plainIt } from "vitest"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { managerScene, ok } from "../managerScene.ts"
import { ask as askGateway, iam, must } from "./askGateway.ts"
import { type Caller, makeCallers } from "./callers.ts"

const { gateway, lack } = await realGateway("a")

const everything = (bucket: string) => ({
  Effect: "Deny",
  Principal: "*",
  Action: "s3:*",
  Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
})
const textOf = (statement: object) => JSON.stringify({ Version: "2012-10-17", Statement: [statement] })
const allowsAll = textOf({ Effect: "Allow", Action: "s3:*", Resource: "*" })
const arnOf = ({ principal }: Caller) =>
  principal.kind === "iam_user"
    ? `arn:aws:iam::${principal.account}:user/${principal.name}`
    : principal.kind === "plain_user"
      ? `arn:aws:iam:::user/${principal.uid}`
      : ""

const statements: Readonly<Record<string, (bucket: string, me: string) => object>> = {
  "a Deny of everything": (bucket) => everything(bucket),
  "a Deny of the policy's actions": (bucket) => ({
    ...everything(bucket),
    Action: ["s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy"]
  }),
  "a Deny of changing it": (bucket) => ({ ...everything(bucket), Action: "s3:PutBucketPolicy" }),
  "a Deny of everybody but a stranger": (bucket) => ({
    ...everything(bucket),
    Principal: undefined,
    NotPrincipal: { AWS: "arn:aws:iam:::user/nobody" }
  }),
  "a Deny of everybody but oneself": (bucket, me) => ({
    ...everything(bucket),
    Principal: undefined,
    NotPrincipal: { AWS: me }
  }),
  "a Deny outside another network": (bucket) => ({
    ...everything(bucket),
    Condition: { NotIpAddress: { "aws:SourceIp": "10.1.2.0/24" } }
  }),
  "a Deny outside one's own network": (bucket) => ({
    ...everything(bucket),
    Condition: { NotIpAddress: { "aws:SourceIp": "127.0.0.0/8" } }
  }),
  "a Deny of requests without TLS": (bucket) => ({
    ...everything(bucket),
    Condition: { BoolIfExists: { "aws:SecureTransport": "false" } }
  }),
  "a Deny of reading": (bucket) => ({ ...everything(bucket), Action: "s3:GetObject" }),
  "a Deny of reading some keys": (bucket) => ({
    ...everything(bucket),
    Action: "s3:GetObject",
    Resource: `arn:aws:s3:::${bucket}/some-*`
  })
}

requirement("real RGW", lack)("access that is lost by a bucket policy", () => {
  plainIt(
    "is what a real gateway refuses afterwards: to an account's root user, an IAM user, and a user in no account",
    async () => {
      const { url } = gateway!
      const callers = await makeCallers(gateway!)
      const [root, user, plain] = [callers[0]!, callers[1]!, callers[5]!]
      await user.identity!(allowsAll)
      const differing: Array<string> = []
      for (const [name, statement] of Object.entries(statements)) {
        for (const saver of [root, user, plain]) {
          const owner = saver === plain ? plain : root
          const identity: SavingIdentity = {
            principal: saver.principal,
            policies: { documents: saver === user ? [{ name: "all", document: allowsAll }] : [], unread: [] }
          }
          const bucket = `lost-${randomBytes(6).toString("hex")}`
          const me = saver === root ? `arn:aws:iam::${gateway!.accounts[0].id}:root` : arnOf(saver)
          const policy = textOf(statement(bucket, me))
          await must(url, owner.keys, { method: "PUT", path: `/${bucket}` })
          await must(url, owner.keys, { method: "PUT", path: `/${bucket}/some-key`, body: "x" })
          await must(url, saver.keys, { method: "PUT", path: `/${bucket}`, query: { policy: "" }, body: policy })
          const none = { policy: null, public_access_block: null, acl: null, unread: [] }
          const ownerId = saver === plain ? plain.name : gateway!.accounts[0].id
          const found = findAccessLosses({
            bucket,
            dialect: "rgw",
            owner: ownerId,
            identity,
            tls: false,
            before: none,
            after: { ...none, policy }
          })
          const status: Readonly<Record<AccessLoss, () => Promise<{ readonly status: number }>>> = {
            read_policy: () =>
              askGateway(url, saver.keys, { method: "GET", path: `/${bucket}`, query: { policy: "" } }),
            change_policy: () =>
              askGateway(url, saver.keys, { method: "PUT", path: `/${bucket}`, query: { policy: "" }, body: policy }),
            list_objects: () => askGateway(url, saver.keys, { method: "GET", path: `/${bucket}` }),
            read_objects: () => askGateway(url, saver.keys, { method: "GET", path: `/${bucket}/some-key` }),
            write_objects: () =>
              askGateway(url, saver.keys, { method: "PUT", path: `/${bucket}/another-key`, body: "x" }),
            remove_policy: () =>
              askGateway(url, saver.keys, { method: "DELETE", path: `/${bucket}`, query: { policy: "" } })
          }
          for (const access of [...accessLosses].sort((one) => (one === "remove_policy" ? 1 : -1))) {
            const refused = (await status[access]()).status === 403
            const loss = found.find((one) => one.access === access)
            if (loss?.certain === false ? false : refused !== (loss !== undefined)) {
              differing.push(
                `${name}, ${saver.name}, ${lossRequests[access].action}: the gateway ` +
                  `${refused ? "refuses" : "allows"} it`
              )
            }
          }
          await must(url, owner.keys, { method: "PUT", path: `/${bucket}`, query: { policy: "" }, body: policy })
          await must(url, owner.keys, { method: "GET", path: `/${bucket}`, query: { policy: "" } })
          await must(url, owner.keys, { method: "DELETE", path: `/${bucket}`, query: { policy: "" } })
          await must(url, saver.keys, { method: "GET", path: `/${bucket}` })
        }
      }
      assert.deepStrictEqual(differing, [])
    },
    120_000
  )
})

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`saving what shuts out its own identity on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const named = (answer: { readonly body: any }) =>
        answer.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.slice(1).join("."))
      const ofObjects = ["accept_losses.list_objects", "accept_losses.read_objects", "accept_losses.write_objects"]

      it.effect("is refused until each loss is accepted, in the editor and by an undo", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const path = `/buckets/${name}/features/policy`
            const save = Effect.fnUntraced(function* (statement: object | null, more: object = {}) {
              const { version } = ok(yield* ask("GET", path))
              return yield* ask("PUT", path, {
                value: statement === null ? null : { text: textOf(statement) },
                version,
                ...more
              })
            })
            const refused = yield* save(everything(name))
            assert.deepStrictEqual(
              [refused.status, refused.code, named(refused)],
              [422, "validation_failed", ofObjects],
              refused.text
            )
            assert.match(
              refused.body["errors"][0].message,
              /^The root user of RGW\d+ would no longer list the bucket's objects: statement 1 of the bucket's policy denies it/
            )
            assert.strictEqual(ok(yield* ask("GET", path))["value"], null, "nothing was saved")
            assert.deepStrictEqual(
              named(yield* save(everything(name), { accept_losses: ["list_objects", "read_objects"] })),
              ["accept_losses.write_objects"]
            )
            assert.strictEqual((yield* save(everything(name), { accept_losses: ["everything"] })).status, 422)

            ok(yield* save(everything(name), { accept_losses: ["list_objects", "read_objects", "write_objects"] }))
            assert.strictEqual(ok(yield* ask("GET", path))["value"].text, textOf(everything(name)))
            const removed = ok(yield* save(null))
            const again = yield* ask("POST", `/buckets/${name}/history/${removed["change_id"]}/undo`)
            assert.deepStrictEqual([again.status, again.code], [409, "state_conflict"], again.text)
            assert.match(again.text, /It cannot be put back: The root user of/)
          })
        )
      )

      it.effect(
        "is refused before a bucket is created with it, and left out of a copy",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket } = yield* managerScene(gateway)
              const name = `lost-${randomBytes(6).toString("hex")}`
              const create = (more: object = {}) =>
                ask("POST", "/bucket-creations", {
                  name,
                  features: { policy: { text: textOf(everything(name)) } },
                  ...more
                })
              const refused = yield* create()
              assert.deepStrictEqual([refused.status, named(refused)], [422, ofObjects], refused.text)
              assert.strictEqual(
                (yield* ask("GET", `/buckets/${name}/features/policy`)).status,
                404,
                "no bucket was created"
              )
              const accept_losses = ["list_objects", "read_objects", "write_objects"]
              const created = ok(yield* create({ accept_losses }))
              assert.strictEqual(created["state"], "created", JSON.stringify(created))

              const target = yield* bucket()
              const wanted = { feature: "policy", source: name, buckets: [target] }
              const plan = ok(yield* ask("POST", "/feature-copies/plan", wanted))
              assert.deepStrictEqual(
                [plan["total"], plan["left_out"].map(({ label }: { label: string }) => label)],
                [0, [target]],
                JSON.stringify(plan)
              )
              assert.match(plan["left_out"][0].reason, /would no longer list the bucket's objects/)
              assert.deepStrictEqual(
                ok(yield* ask("POST", "/feature-copies/diffs", wanted))["items"][0].losses,
                accept_losses
              )
              const accepted = ok(yield* ask("POST", "/feature-copies/plan", { ...wanted, accept_losses }))
              assert.strictEqual(accepted["total"], 1)
              assert.isTrue(
                accepted["warnings"].some((text: string) => text.startsWith(`${target}: The root user of`)),
                JSON.stringify(accepted["warnings"])
              )
              assert.strictEqual(
                (yield* ask("POST", "/feature-copies", { ...wanted, plan_hash: accepted["plan_hash"] })).code,
                "stale_plan",
                "what was accepted is part of the plan"
              )
              ok(yield* ask("POST", "/feature-copies", { ...wanted, accept_losses, plan_hash: accepted["plan_hash"] }))
            })
          ),
        60_000
      )
    })
  })
}

requirement("real RGW", lack)("a connection with the keys of an IAM user", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect(
      "is told that only the account's root user can take back a policy that shuts it out",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const real = (yield* Effect.promise(adminGateways)).find(({ name }) => name.includes("RGW"))
            if (real === undefined) return yield* Effect.die(new Error("no real gateway"))
            const { admin, bucket, key, rgwAccountId, target } = yield* managerScene(real)
            const name = yield* bucket()
            const user = `bob-${randomBytes(4).toString("hex")}`
            const made = yield* Effect.promise(async () => {
              await iam(target.url, key, { Action: "CreateUser", UserName: user })
              await iam(target.url, key, {
                Action: "PutUserPolicy",
                UserName: user,
                PolicyName: "all",
                PolicyDocument: textOf({ Effect: "Allow", Action: ["s3:*", "iam:*"], Resource: "*" })
              })
              return await iam(target.url, key, { Action: "CreateAccessKey", UserName: user })
            })
            const part = (tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`).exec(made)?.[1] ?? ""
            const listed = ok(yield* admin("GET", "/admin/storage-endpoints"))
            const endpoint = (listed["items"] ?? listed).find(({ url }: { url: string }) => url === target.url)
            const connection = ok(
              yield* admin("POST", "/connections", {
                name: user,
                storage_endpoint_id: endpoint["id"],
                access_key: part("AccessKeyId"),
                secret_key: part("SecretAccessKey"),
                capabilities: { can_manage_iam: true }
              })
            )
            ok(yield* admin("POST", `/connections/${connection["id"]}/probe`))
            const at = `/manager/buckets/${name}/features/policy?context_id=conn-${connection["id"]}`
            const save = Effect.fnUntraced(function* (more: object) {
              return yield* admin("PUT", at, {
                value: { text: textOf(everything(name)) },
                version: ok(yield* admin("GET", at))["version"],
                ...more
              })
            })
            const refused = yield* save({})
            assert.deepStrictEqual(
              refused.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.at(-1)),
              [...accessLosses],
              refused.text
            )
            const [, change] = refused.body["errors"]
            assert.strictEqual(
              change.message,
              `IAM user ${user} of ${rgwAccountId} would no longer change the bucket's policy: statement 1 of ` +
                "the bucket's policy denies it, " +
                `and a Deny always wins. The root user of account ${rgwAccountId} can always take it back.`
            )
            yield* save({ accept_losses: accessLosses })
            assert.notStrictEqual((yield* admin("PUT", at, { value: null, version: "any" })).status, 200)
            yield* Effect.promise(() =>
              must(target.url, key, { method: "DELETE", path: `/${name}`, query: { policy: "" } })
            )
            ok(yield* admin("GET", at))
          })
        ),
      60_000
    )
  })
})
