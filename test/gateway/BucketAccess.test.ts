import { assert, layer } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { BucketAccessList } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { rgwPolicies } from "#domain/iam/rgwPolicies.ts"
import { requirement } from "../support/Requirement.ts"
import { realGateway } from "../support/RealGateway.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import {
  claim,
  documentOf,
  identities,
  isAllowed,
  putObjects,
  recipients,
  type Requester,
  RIGHTS
} from "./bucketAccessScene.ts"
import { managerScene, ok } from "./managerScene.ts"
import { iam, must } from "./policies/askGateway.ts"
import { dice } from "./policies/generate.ts"

const rounds = Number(process.env["STOWAGE_ACCESS_ROUNDS"] ?? 10)
const folders = ["", "team/", "team/secret/"]
const real = (await adminGateways()).find(({ name }) => name === "real RGW")!
const { gateway } = await realGateway("a")

const actions = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket", "s3:*", "s3:Get*", "s3:*Object"]
const s3Policies = rgwPolicies.map(({ arn }) => arn).filter((arn) => arn.includes("AmazonS3"))
const conditions = [
  { Bool: { "aws:SecureTransport": "false" } },
  { IpAddress: { "aws:SourceIp": "127.0.0.0/8" } },
  { StringLike: { "s3:prefix": "team/*" } },
  { DateLessThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } },
  { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } },
  { StringNotLike: { "aws:username": "anonymous" } }
]

requirement(real.name, real.lack)("who has access to a bucket of a real RGW", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect("agrees with real requests for random grants by policies of each kind, managed ones and ACLs", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { ask, bucket, key, rgwAccountId, target } = yield* managerScene(real, { iam: { enabled: true } })
          const { url } = target
          const made = yield* Effect.promise(() => identities(url, key, rgwAccountId))
          const other = gateway!.accounts[1]
          const plain = gateway!.user
          const plainEntry = `principal:arn:aws:iam:::user/${plain.uid}`
          const requesters: ReadonlyArray<Requester> = [
            { entry: "root", keys: key },
            ...made.users,
            made.role,
            { entry: `account:${other.id}`, keys: other.root },
            { entry: "everyone", keys: undefined },
            { entry: "everyone_signed_in", keys: plain }
          ]
          const d = dice(Number(process.env["STOWAGE_POLICY_SEED"] ?? 20261127))
          const counts = { grants: 0, requests: 0, unknown: 0, allowed: 0 }
          const disagreements: Array<string> = []
          for (let round = 0; round < rounds; round += 1) {
            const name = yield* bucket()
            const statement = () => {
              counts.grants += 1
              return {
                Sid: `s${counts.grants}`,
                Effect: d.chance(0.75) ? "Allow" : "Deny",
                Action: d.some(actions, 3),
                Resource: d.some(
                  [
                    `arn:aws:s3:::${name}/*`,
                    `arn:aws:s3:::${name}`,
                    `arn:aws:s3:::${name}/team/*`,
                    `arn:aws:s3:::${name}/team/secret/*`,
                    "*"
                  ],
                  3
                ),
                ...(d.chance(0.25) ? { Condition: d.one(conditions) } : {})
              }
            }
            const who = () =>
              d.one<unknown>([
                "*",
                { AWS: made.users.map(({ arn }) => arn).slice(0, 2) },
                { AWS: made.role.arn },
                { AWS: `arn:aws:iam::${rgwAccountId}:root` },
                { AWS: `arn:aws:iam::${other.id}:root` }
              ])
            const statements = Array.from({ length: 3 }, () => ({ ...statement(), Principal: who() }))
            const acl = d.one<Readonly<Record<string, string>>>([
              { "x-amz-acl": "private" },
              { "x-amz-acl": "public-read" },
              { "x-amz-acl": "authenticated-read" },
              { "x-amz-grant-read": `id=${other.id}` },
              { "x-amz-grant-write": `id=${other.id}` },
              { "x-amz-grant-read": `id=${plain.uid}` },
              { "x-amz-grant-full-control": `id=${plain.uid}` }
            ])
            const managed = [
              { entity: "User", holder: { UserName: made.users[2]!.name }, arn: d.one(s3Policies) },
              { entity: "Role", holder: { RoleName: made.role.name }, arn: d.one(s3Policies) },
              { entity: "Group", holder: { GroupName: made.group }, arn: d.one(s3Policies) }
            ].filter(() => d.chance(0.4))
            const turn = (action: "Attach" | "Detach") =>
              Effect.promise(async () => {
                for (const { arn, entity, holder } of managed)
                  await iam(url, key, { Action: `${action}${entity}Policy`, PolicyArn: arn, ...holder })
              })
            counts.grants += managed.length
            yield* turn("Attach")
            yield* Effect.promise(async () => {
              await putObjects(url, key, name, folders)
              await must(url, key, {
                method: "PUT",
                path: `/${name}`,
                query: { acl: "" },
                headers: acl
              })
              for (const user of made.users)
                await iam(url, key, {
                  Action: "PutUserPolicy",
                  UserName: user.name,
                  PolicyName: "own",
                  PolicyDocument: documentOf([statement()])
                })
              await iam(url, key, {
                Action: "PutGroupPolicy",
                GroupName: made.group,
                PolicyName: "all",
                PolicyDocument: documentOf([statement()])
              })
              await iam(url, key, {
                Action: "PutRolePolicy",
                RoleName: made.role.name,
                PolicyName: "own",
                PolicyDocument: documentOf([statement()])
              })
              await must(url, key, {
                method: "PUT",
                path: `/${name}`,
                query: { policy: "" },
                body: documentOf(statements)
              })
            })
            const list = Schema.decodeUnknownSync(BucketAccessList)(ok(yield* ask("GET", `/buckets/${name}/access`)))
            // a Deny may lock out the root user, whose key reads the ACL
            if (!statements.some(({ Effect: effect }) => effect === "Deny")) assert.deepStrictEqual(list.unknown, [])
            for (const requester of requesters) {
              const named = requester.keys === plain ? list.items.find(({ id }) => id === plainEntry) : undefined
              const entry = named ?? list.items.find(({ id }) => id === requester.entry)
              if (entry === undefined) continue
              for (const right of RIGHTS)
                for (const folder of folders) {
                  const claimed = claim(entry, right, folder)
                  const allowed = yield* Effect.promise(() => isAllowed(url, requester, name, right, folder))
                  counts.requests += 1
                  if (allowed) counts.allowed += 1
                  if (claimed === null) counts.unknown += 1
                  else if (claimed !== allowed)
                    disagreements.push(
                      [
                        `${requester.entry} ${right} ${folder}: gateway ${allowed}, we ${claimed}`,
                        JSON.stringify(statements),
                        JSON.stringify(acl),
                        JSON.stringify(managed),
                        JSON.stringify(entry)
                      ].join("\n")
                    )
                }
            }
            yield* turn("Detach")
          }
          console.log(JSON.stringify(counts))
          assert.deepStrictEqual(disagreements.slice(0, 5), [])
          assert.isAbove(counts.grants, 40)
          assert.isAbove(counts.allowed, 100)
          assert.isBelow(counts.unknown, counts.requests / 3)
        })
      )
    )

    it.effect("gives access that real requests have, and revokes it, for each kind of recipient", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { ask, bucket, key, rgwAccountId, target } = yield* managerScene(real, { iam: { enabled: true } })
          const { url } = target
          const made = yield* Effect.promise(() => identities(url, key, rgwAccountId))
          const other = gateway!.accounts[1]
          const name = yield* bucket()
          yield* Effect.promise(() => putObjects(url, key, name, folders))
          const path = `/buckets/${name}/access`
          const plan = (change: object) => Effect.map(ask("POST", `${path}/plan`, change), ok)
          const apply = (change: object, hash: string) => ask("POST", path, { change, plan_hash: hash })
          const rightsIn = Effect.fnUntraced(function* (by: Requester, folder: string) {
            const allowed: Array<string> = []
            for (const right of RIGHTS)
              if (yield* Effect.promise(() => isAllowed(url, by, name, right, folder))) allowed.push(right)
            return allowed.join(" ")
          })
          const foreign: Requester = { entry: `account:${other.id}`, keys: other.root }
          for (const { by, recipient } of recipients(made, other.id)) {
            const requester = by ?? foreign
            for (const [level, expected] of [
              ["read", "list read"],
              ["read_write", "list read write delete"],
              ["upload", "write"]
            ] as const) {
              const change = { action: "give", recipient, prefix: "team/", level, until: null }
              const { hash, steps } = yield* plan(change)
              assert.lengthOf(steps, 1, `${recipient.kind} ${level}`)
              ok(yield* apply(change, hash))
              assert.strictEqual(yield* rightsIn(requester, "team/"), expected, `${recipient.kind} ${level}`)
              assert.strictEqual(yield* rightsIn(requester, ""), "", `${recipient.kind} ${level} outside`)
              assert.deepStrictEqual((yield* plan(change))["steps"], [])
              const again = yield* apply(change, hash)
              assert.strictEqual(`${again.status} ${again.body["code"]}`, "409 stale_plan")
            }
            const list = Schema.decodeUnknownSync(BucketAccessList)(ok(yield* ask("GET", path)))
            const holder = recipient.kind === "iam_group" ? `groups:${made.group}` : requester.entry
            const route = list.items.find(({ id }) => id === holder)?.routes.find(({ revocable }) => revocable)
            assert.isDefined(route, `${recipient.kind} is listed with what can be revoked`)
            const revoke = { action: "revoke", holder: route!.holder, name: route!.grant ?? route!.name }
            const { hash } = yield* plan(revoke)
            ok(yield* apply(revoke, hash))
            assert.strictEqual(yield* rightsIn(requester, "team/"), "", `${recipient.kind} revoked`)
            assert.deepStrictEqual((yield* plan(revoke))["steps"], [])
          }
        })
      )
    )

    it.effect("a new user is created with the grant, which ends by itself, is listed as expired, and is removed", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { ask, bucket, key, target } = yield* managerScene(real, { iam: { enabled: true } })
          const name = yield* bucket()
          yield* Effect.promise(() => putObjects(target.url, key, name, folders))
          const change = {
            action: "give",
            recipient: { kind: "iam_user", name: "app+1@site", create: true },
            prefix: "",
            level: "read",
            until: new Date(Date.now() + 6_000).toISOString()
          }
          const past = yield* ask("POST", `/buckets/${name}/access/plan`, { ...change, until: "2020-01-01T00:00:00Z" })
          assert.strictEqual(past.status, 422)
          const planned = ok(yield* ask("POST", `/buckets/${name}/access/plan`, change))
          assert.lengthOf(planned["steps"], 2)
          ok(yield* ask("POST", `/buckets/${name}/access`, { change, plan_hash: planned["hash"] }))
          const made = ok(yield* ask("POST", "/iam/users/app+1@site/keys"))
          const by = { entry: "", keys: { accessKey: made["access_key"], secretKey: made["secret_key"] } }
          const reads = Effect.promise(() => isAllowed(target.url, by, name, "read", "team/"))
          assert.isTrue(yield* reads)
          yield* Effect.repeat(reads, { while: (allowed) => allowed, schedule: Schedule.spaced("200 millis") })
          const list = Schema.decodeUnknownSync(BucketAccessList)(ok(yield* ask("GET", `/buckets/${name}/access`)))
          const expired = list.items.find(({ id }) => id === "users:app+1@site")
          assert.strictEqual(expired?.rights.read.state, "no")
          assert.lengthOf(expired!.routes, 1)
          const { holder, name: policy, ...route } = expired!.routes[0]!
          assert.deepInclude(route, { expired: true, revocable: true, until: change.until, rights: [] })
          const revoke = { action: "revoke", holder, name: policy }
          const { hash } = ok(yield* ask("POST", `/buckets/${name}/access/plan`, revoke))
          ok(yield* ask("POST", `/buckets/${name}/access`, { change: revoke, plan_hash: hash }))
          const removed = Schema.decodeUnknownSync(BucketAccessList)(ok(yield* ask("GET", `/buckets/${name}/access`)))
          assert.deepStrictEqual(removed.items.find(({ id }) => id === "users:app+1@site")?.routes, [])
        })
      )
    )
  })
})
