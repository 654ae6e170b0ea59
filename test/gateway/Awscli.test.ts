import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { awscli, awscliLack } from "../support/awscli.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

const policy = (action: string) =>
  JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: [action], Resource: "*" }] })
const trust = (account: string, who: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { AWS: `arn:aws:iam::${account}:${who}` }, Action: "sts:AssumeRole" }]
  })
const [readOnly, all] = ["AmazonS3ReadOnlyAccess", "AmazonS3FullAccess"].map((name) => ({
  name,
  arn: `arn:aws:iam::aws:policy/${name}`
})) as [{ name: string; arn: string }, { name: string; arn: string }]
const refused = 254

const gateway = (await adminGateways()).find(({ name }) => name === "real RGW")
requirement("awscli and real RGW", gateway?.lack ?? awscliLack())("each entity with awscli on real RGW", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect(
      "users, groups, roles, policies, access keys and topics: made here, read and changed there, seen live " +
        "here, deleted here, gone there",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            if (gateway === undefined) return assert.fail("no gateway")
            const { ask, browser, bucket, contextId, key, rgwAccountId, target } = yield* managerScene(gateway, {
              iam: { enabled: true },
              sts: { enabled: true },
              sns: { enabled: true }
            })
            const aws = Effect.fnUntraced(function* (
              as: { readonly accessKey: string; readonly secretKey: string },
              ...commands: ReadonlyArray<string>
            ) {
              const told = yield* awscli(
                { url: target.url, ...as },
                commands.map((line) => line.split(" "))
              )
              for (const [at, { code, err }] of told.entries())
                assert.strictEqual(code, 0, `aws ${commands[at]}: ${err}`)
              return told.map(({ out }) => out)
            })
            const done = (method: string, path: string, body?: unknown): Effect.Effect<any> =>
              Effect.map(ask(method, path, body), ok)

            yield* done("POST", "/iam/users", { name: "ada", path: "/staff/" })
            yield* done("POST", "/iam/groups", { name: "devs" })
            yield* done("POST", "/iam/roles", {
              name: "reader",
              trust_policy: trust(rgwAccountId, "user/staff/ada"),
              description: "reads"
            })
            yield* done("PUT", "/iam/groups/devs/users/ada")
            for (const holder of ["users/ada", "groups/devs", "roles/reader"]) {
              yield* done("PUT", `/iam/${holder}/policies`, { arn: readOnly.arn })
              yield* done("PUT", `/iam/${holder}/inline-policies/own`, { document: policy("s3:GetObject") })
            }
            const made = yield* done("POST", "/iam/users/ada/keys")
            const topic = unique("topic")
            const { arn } = yield* done("POST", "/topics", {
              name: topic,
              attributes: { push_endpoint: "http://listener.example.org/hook", persistent: true }
            })
            const name = yield* bucket()

            const ada = { accessKey: made.access_key, secretKey: made.secret_key }
            const [[user, keys, groups, attached, inline, group, role, topicThere], [assumed, listed]] =
              yield* Effect.all(
                [
                  aws(
                    key,
                    "iam get-user --user-name ada",
                    "iam list-access-keys --user-name ada",
                    "iam list-groups-for-user --user-name ada",
                    "iam list-attached-user-policies --user-name ada",
                    "iam get-user-policy --user-name ada --policy-name own",
                    "iam get-group --group-name devs",
                    "iam get-role --role-name reader",
                    `sns get-topic-attributes --topic-arn ${arn}`
                  ),
                  aws(
                    ada,
                    `sts assume-role --role-arn arn:aws:iam::${rgwAccountId}:role/reader --role-session-name trial`,
                    `s3api list-objects-v2 --bucket ${name}`
                  )
                ],
                { concurrency: 2 }
              )
            assert.deepInclude(user.User, { UserName: "ada", Path: "/staff/" })
            assert.deepStrictEqual(
              keys.AccessKeyMetadata.map((one: any) => [one.AccessKeyId, one.Status]),
              [[made.access_key, "Active"]]
            )
            assert.deepStrictEqual(
              [groups.Groups[0].GroupName, attached.AttachedPolicies[0].PolicyName, group.Users[0].UserName],
              ["devs", readOnly.name, "ada"]
            )
            assert.deepStrictEqual(inline.PolicyDocument, JSON.parse(policy("s3:GetObject")))
            assert.deepInclude(role.Role, { Description: "reads" })
            assert.deepInclude(JSON.parse(topicThere.Attributes.EndPoint), {
              EndpointAddress: "http://listener.example.org/hook",
              Persistent: true
            })
            assert.include(assumed.AssumedRoleUser.Arn, "assumed-role/reader/trial")
            assert.notProperty(listed, "Contents")

            yield* aws(
              key,
              "iam update-user --user-name ada --new-path /guests/",
              `iam update-access-key --user-name ada --access-key-id ${made.access_key} --status Inactive`,
              "iam remove-user-from-group --group-name devs --user-name ada",
              `iam put-group-policy --group-name devs --policy-name own --policy-document ${policy("s3:ListBucket")}`,
              `iam attach-role-policy --role-name reader --policy-arn ${all.arn}`,
              "iam update-role --role-name reader --description changed --max-session-duration 7200",
              `iam update-assume-role-policy --role-name reader --policy-document ${trust(rgwAccountId, "root")}`,
              `sns set-topic-attributes --topic-arn ${arn} --attribute-name OpaqueData --attribute-value theirs`,
              "iam create-user --user-name grace"
            )

            const stream = yield* Effect.promise(() =>
              browser.send("GET", `/api/manager/iam/stream/users?details=true&context_id=${contextId}`)
            )
            const frames = Array.from(
              stream.text.matchAll(/event: (\w+)\ndata: (.*)\n/g),
              ([, event = "", data = ""]) => ({ event, data: JSON.parse(data) })
            )
            const of = (event: string) =>
              frames.filter((frame) => frame.event === event).flatMap(({ data }): ReadonlyArray<any> => data.items)
            assert.deepStrictEqual(
              of("rows").map(({ name, path }) => [name, path]),
              [
                ["ada", "/guests/"],
                ["grace", "/"]
              ]
            )
            assert.deepInclude(
              of("details").find(({ name }) => name === "ada"),
              { groups: [], inline: ["own"], attached: [readOnly] }
            )
            assert.deepStrictEqual(
              of("details")
                .find(({ name }) => name === "ada")
                .keys.map((one: any) => [one.access_key, one.active]),
              [[made.access_key, false]]
            )
            assert.deepStrictEqual((yield* done("GET", "/iam/groups/devs/inline-policies")).items, [
              { name: "own", document: policy("s3:ListBucket") }
            ])
            assert.deepInclude(yield* done("GET", "/iam/roles/reader"), {
              description: "changed",
              max_session_seconds: 7200,
              trust_policy: trust(rgwAccountId, "root")
            })
            assert.sameMembers(
              (yield* done("GET", "/iam/roles/reader/policies")).items.map((one: any) => one.name),
              [all.name, readOnly.name]
            )
            assert.strictEqual(
              (yield* done("GET", `/topics/${encodeURIComponent(arn)}`)).attributes.opaque_data,
              "theirs"
            )

            yield* done("DELETE", `/iam/users/ada/keys/${made.access_key}?confirm_name=${made.access_key}`)
            for (const [kind, name] of [
              ["users", "ada"],
              ["users", "grace"],
              ["groups", "devs"],
              ["roles", "reader"]
            ] as const)
              yield* done("DELETE", `/iam/${kind}/${name}?confirm_name=${name}`)
            yield* done("DELETE", `/topics/${encodeURIComponent(arn)}?confirm_name=${topic}`)
            const [users, groupsLeft, roles, topics, gone] = yield* awscli(
              { url: target.url, ...key },
              [
                "iam list-users",
                "iam list-groups",
                "iam list-roles",
                "sns list-topics",
                "iam get-role --role-name reader"
              ].map((line) => line.split(" "))
            )
            assert.deepStrictEqual([users?.out.Users, groupsLeft?.out.Groups, roles?.out.Roles], [[], [], []])
            assert.notInclude(JSON.stringify(topics?.out), arn)
            assert.strictEqual(gone?.code, refused)
            assert.include(gone?.err, "NoSuchEntity")
          })
        ),
      { timeout: 120_000 }
    )
  })
})
