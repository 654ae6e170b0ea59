import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { connectionCredential } from "#services/accounts/connections/connectionSecrets.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { awscli, awscliLack } from "../support/awscli.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { identities, isAllowed, isUnevaluated, listAccess, putObjects, type Requester } from "./bucketAccessScene.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { type ManagerScene, managerScene, ok } from "./managerScene.ts"

const curl = "/usr/bin/curl"
const real = (await adminGateways()).find(({ name }) => name === "real RGW")!
const { gateway } = await realGateway("a")
const lack = real.lack ?? awscliLack() ?? (existsSync(curl) ? undefined : `${curl} is missing (apt-get install curl)`)

type Made = Awaited<ReturnType<typeof identities>>
interface Keys {
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken?: string
}

interface Kind {
  readonly kind: string
  readonly recipient: (scene: ManagerScene, made: Made) => Effect.Effect<object, never, any>
  readonly keys: (scene: ManagerScene, made: Made, recipient: any) => Effect.Effect<Keys, never, any>
}

const keysOf = ({ keys }: Requester): Effect.Effect<Keys> => Effect.succeed(keys!)

const kinds: ReadonlyArray<Kind> = [
  {
    kind: "an existing IAM user",
    recipient: (_, { users }) => Effect.succeed({ kind: "iam_user", name: users[0]!.name }),
    keys: (_, { users }) => keysOf(users[0]!)
  },
  {
    kind: "a new IAM user",
    recipient: () => Effect.succeed({ kind: "iam_user", name: unique("app"), create: true }),
    keys: ({ ask }, _, { name }) =>
      Effect.map(ask("POST", `/iam/users/${name}/keys`), (answer) => {
        const { access_key, secret_key } = ok(answer)
        return { accessKey: access_key, secretKey: secret_key }
      })
  },
  {
    kind: "an IAM group, as its member",
    recipient: (_, { group }) => Effect.succeed({ kind: "iam_group", name: group }),
    keys: (_, { users }) => keysOf(users[1]!)
  },
  {
    kind: "an IAM role, by assume-role",
    recipient: (_, { role }) => Effect.succeed({ kind: "iam_role", name: role.name }),
    keys: Effect.fnUntraced(function* ({ target }, { role, users }) {
      const [answer] = yield* awscli({ url: target.url, ...(users[2]!.keys as Keys) }, [
        ["sts", "assume-role", "--role-arn", role.arn, "--role-session-name", "probe"]
      ])
      assert.strictEqual(answer?.code, 0, answer?.err)
      const { AccessKeyId, SecretAccessKey, SessionToken } = answer!.out.Credentials
      return { accessKey: AccessKeyId, secretKey: SecretAccessKey, sessionToken: SessionToken }
    })
  },
  {
    kind: "another account, as its root user",
    recipient: () => Effect.succeed({ kind: "account", name: gateway!.accounts[1].id }),
    keys: () => Effect.succeed(gateway!.accounts[1].root)
  },
  {
    kind: "a person of the console, by the key of their private access",
    recipient: Effect.fnUntraced(function* ({ contextId }: ManagerScene) {
      const { user } = yield* somebody("ui_user")
      const sql = yield* SqlClient.SqlClient
      yield* Effect.orDie(sql`insert into user_associations (user_id, rgw_account_id, portal_role)
        values (${user.id}, ${Number(contextId)}, 'portal_user')`)
      return { kind: "person", user_id: user.id }
    }),
    keys: Effect.fnUntraced(function* (_: ManagerScene, __: Made, { user_id }: { readonly user_id: number }) {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* Effect.orDie(
        sql<{ access_key: string; secret: string; seal: string }>`
          select access_key, secret, seal::text as seal from s3_connections where owner_user_id = ${user_id}`
      )
      const { accessKey, secretKey } = yield* connectionCredential(yield* CredentialCipher, row!).open
      return { accessKey, secretKey: Redacted.value(secretKey) }
    })
  }
]

/** Each test runs awscli a dozen times, a second of processor each. */
const SLOW = { timeout: 180_000 }

const curled = (...words: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    execFile(curl, ["--silent", "--write-out", " %{http_code}", ...words], (failure, stdout) =>
      resume(failure === null ? Effect.succeed(stdout) : Effect.die(failure))
    )
  })

requirement("awscli, curl and real RGW", lack)("access that is given from a bucket's list", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    for (const { keys, kind, recipient } of kinds)
      it.effect(
        `works in awscli for ${kind}, in a folder and until its end, and is refused once revoked`,
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(real, { iam: { enabled: true }, sts: { enabled: true } })
              const { ask, bucket, key, rgwAccountId, target } = scene
              const made = yield* Effect.promise(() => identities(target.url, key, rgwAccountId))
              const name = yield* bucket()
              yield* Effect.promise(() => putObjects(target.url, key, name, ["", "team/"]))
              const to = yield* recipient(scene, made)
              const path = `/buckets/${name}/access`
              const apply = Effect.fnUntraced(
                function* (change: object) {
                  const { hash, steps } = ok(yield* ask("POST", `${path}/plan`, change))
                  return { steps, answer: yield* ask("POST", path, { change, plan_hash: hash }) }
                },
                Effect.repeat({
                  while: ({ answer }) => isUnevaluated(answer.text),
                  schedule: Schedule.spaced("1 second")
                })
              )
              const give = Effect.fnUntraced(function* (more: object) {
                const { answer, steps } = yield* apply({ action: "give", recipient: to, until: null, ...more })
                assert.isNotEmpty(steps)
                ok(answer)
              })
              const list = listAccess(ask, name)
              const read = (object: string) => ["s3", "cp", `s3://${name}/${object}`, "-"]
              const listing = (folder: string) => ["s3", "ls", `s3://${name}/${folder}`]

              yield* give({ prefix: "team/", level: "read" })
              const held = yield* keys(scene, made, to)
              const by: Requester = {
                entry: "",
                keys: held,
                ...(held.sessionToken === undefined ? {} : { token: held.sessionToken })
              }
              const codes = (...commands: ReadonlyArray<ReadonlyArray<string>>) =>
                Effect.map(awscli({ url: target.url, ...held }, commands), (answers) =>
                  answers.map(({ code }) => code === 0)
                )
              assert.deepStrictEqual(
                yield* codes(listing("team/"), read("team/k"), read("k"), listing("")),
                [true, true, false, false],
                "the folder alone"
              )

              const recipients: any = to
              const again = recipients.create === true ? { recipient: { kind: "iam_user", name: recipients.name } } : {}
              const hour = new Date(Date.now() + 3_600_000).toISOString()
              yield* give({ ...again, prefix: "", level: "read_write", until: hour })
              assert.deepStrictEqual(
                yield* codes(
                  read("k"),
                  ["s3", "cp", `s3://${name}/k`, `s3://${name}/made`],
                  ["s3", "rm", `s3://${name}/made`]
                ),
                [true, true, true]
              )
              const ended = {
                ...again,
                prefix: "",
                level: "read_write",
                until: new Date(Date.now() + 5_000).toISOString()
              }
              yield* give(ended)
              yield* Effect.promise(() => isAllowed(target.url, by, name, "read", "")).pipe(
                Effect.repeat({ while: (allowed) => allowed, schedule: Schedule.spaced("200 millis") })
              )
              assert.deepStrictEqual(yield* codes(read("k"), read("team/k")), [false, true], "the end of one grant")

              const revocable = Effect.map(list, ({ items }) => [
                ...new Map(
                  items
                    .flatMap(({ routes }) => routes)
                    .filter((route) => route.revocable)
                    .map(({ expired, grant, holder, name: policy }) => {
                      const change = { action: "revoke", holder, name: grant ?? policy }
                      return [JSON.stringify(change), { change, expired }] as const
                    })
                ).values()
              ])
              const given = yield* revocable
              assert.deepStrictEqual(
                given.map(({ expired }) => expired).toSorted(),
                [false, true],
                "an ended grant is listed"
              )
              for (const { change } of given) ok((yield* apply(change)).answer)
              assert.deepStrictEqual(yield* revocable, [])
              assert.deepStrictEqual(yield* codes(read("team/k"), listing("team/"), read("k")), [false, false, false])
            })
          ),
        SLOW
      )

    it.effect("works in curl for anyone with a link, in a folder and until its end, and is refused once revoked", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { admin, ask, bucket, contextId, key, target } = yield* managerScene(real, { iam: { enabled: true } })
          const { publicOrigin: origin } = yield* Settings
          const sql = yield* SqlClient.SqlClient
          const name = yield* bucket()
          yield* Effect.promise(() => putObjects(target.url, key, name, ["", "team/"]))
          const links = `/browser/buckets/${name}/shares?context_id=${contextId}`
          const linkTo = (body: object) =>
            Effect.map(admin("POST", links, { expires_seconds: 3600, ...body }), (answer) => {
              const { share, url } = ok(answer)
              return { id: share.id as string, at: `${origin}/api/share/${url.slice(url.lastIndexOf("/") + 1)}` }
            })
          const fetches = yield* linkTo({ kind: "archive", prefix: "", keys: ["team/"] })
          const sends = yield* linkTo({ kind: "upload", prefix: "inbox/" })
          const get = (file: string) => curled(`${fetches.at}/file?name=${encodeURIComponent(file)}`)
          const post = (file: string) =>
            curled(
              ...["--data-binary", "y", "-H", `origin: ${origin}`, "-H", "content-type: application/octet-stream"],
              `${sends.at}/files?name=${file}`
            )
          assert.strictEqual(yield* get("team/k"), "x 200")
          assert.match(yield* get("k"), / 404$/)
          assert.match(yield* post("one"), / 201$/)

          yield* sql`update shares set expires_at = now() where id = ${fetches.id}`
          assert.match(yield* get("team/k"), / 404$/)
          yield* sql`update shares set expires_at = now() + interval '1 hour' where id = ${fetches.id}`
          for (const { id } of [fetches, sends]) {
            const list = yield* listAccess(ask, name)
            const [route] = list.items.find((entry) => entry.id === `link:${id}`)?.routes ?? []
            assert.deepInclude(route, { revocable: true, name: id })
            assert.strictEqual((yield* ask("DELETE", `/buckets/${name}/shares/${route?.name}`)).status, 204)
          }
          assert.match(yield* get("team/k"), / 404$/)
          assert.match(yield* post("two"), / 404$/)
        })
      )
    )
  })
})
