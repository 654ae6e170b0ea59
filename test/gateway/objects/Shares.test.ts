import { ListMultipartUploadsCommand, ListObjectsV2Command, PutBucketVersioningCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { internalToken, WholeService } from "../../support/WholeService.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { shareScene, SlowSender } from "./shareScene.ts"
import { unzipped } from "./transferScene.ts"

const mebibyte = 1024 * 1024
const secret = "violet harbour tricycle 42"

/** Polls: an end takes effect after its answer. */
const becomes = <A>(look: Effect.Effect<A>, wanted: (seen: A) => boolean) =>
  Effect.flatMap(look, (seen) => (wanted(seen) ? Effect.succeed(seen) : Effect.fail(seen))).pipe(
    Effect.retry(Schedule.spaced("50 millis").pipe(Schedule.upTo({ times: 400 }))),
    Effect.orDie
  )

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`links of our own on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      type Scene = Effect.Success<ReturnType<typeof shareScene>>
      const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
        Effect.promise(async () => {
          const response = await fetch(path, { headers, redirect: "manual" })
          return {
            status: response.status,
            headers: response.headers,
            bytes: Buffer.from(await response.arrayBuffer())
          }
        })
      type Reader = { readonly read: () => Promise<{ readonly done: boolean }> }
      const begunAt = (scene: Scene, path: string) =>
        Effect.promise(async (): Promise<Reader> => {
          const reader = (await fetch(`${scene.origin}${path}`)).body!.getReader()
          await reader.read()
          return reader
        })
      const restOf = (reader: Reader) =>
        Effect.promise(async () => {
          try {
            while (!(await reader.read()).done);
            return "whole"
          } catch {
            return "cut"
          }
        })
      const keysOf = (scene: Scene) =>
        Effect.promise(async () =>
          ((await scene.client.send(new ListObjectsV2Command({ Bucket: scene.bucket }))).Contents ?? []).map(
            ({ Key = "" }) => Key
          )
        )
      const pendingOf = (scene: Scene) =>
        Effect.promise(
          async () => (await scene.client.send(new ListMultipartUploadsCommand({ Bucket: scene.bucket }))).Uploads ?? []
        )
      const sent = (scene: Scene, at: string, name: string, body: string) =>
        Effect.promise(async () => {
          const response = await fetch(`${scene.origin}${at}/files?${new URLSearchParams({ name })}`, {
            method: "POST",
            body,
            headers: { origin: scene.origin, "content-type": "application/octet-stream" }
          })
          return { status: response.status, body: (await response.json()) as Record<string, any> }
        })
      const neutral = Effect.fnUntraced(function* (scene: Scene, at: string) {
        const [unknown, here] = [
          yield* get(`${scene.origin}/api/share/${"A".repeat(43)}`),
          yield* get(`${scene.origin}${at}`)
        ]
        const told = ({ bytes }: typeof here) => ({ ...(JSON.parse(bytes.toString("utf8")) as object), request_id: "" })
        assert.deepStrictEqual([here.status, told(here)], [404, told(unknown)])
        for (const place of ["/file", "/archive", "/files"])
          assert.strictEqual((yield* get(`${scene.origin}${at}${place}`)).status, 404, place)
        assert.strictEqual((yield* sent(scene, at, "x", "x")).status, 404)
      })

      it.effect(
        "one object is fetched whole and by ranges, always to be saved, and nothing tells where it is kept",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              yield* scene.plant("secret folder/häßlich.html", "<script>alert(1)</script>")
              const { at, id, url } = yield* scene.make({
                kind: "object",
                key: "secret folder/häßlich.html",
                title: "Page",
                note: "Enjoy."
              })
              assert.match(url, new RegExp(`^${scene.origin}/share/[A-Za-z0-9_-]{43}$`))
              const view = yield* get(`${scene.origin}${at}`)
              const told = view.bytes.toString("utf8")
              assert.deepInclude(JSON.parse(told), { kind: "object", title: "Page", note: "Enjoy." })
              const file = yield* get(`${scene.origin}${at}/file`)
              assert.strictEqual(file.bytes.toString("utf8"), "<script>alert(1)</script>")
              assert.strictEqual(file.headers.get("content-type"), "application/octet-stream")
              assert.match(
                file.headers.get("content-disposition") ?? "",
                /^attachment; filename="h__lich.html"; filename\*=UTF-8''h%C3%A4%C3%9Flich.html$/
              )
              for (const answer of [view, file]) {
                assert.strictEqual(answer.headers.get("cache-control")?.includes("no-store"), true)
                assert.deepInclude(Object.fromEntries(answer.headers), {
                  "referrer-policy": "no-referrer",
                  "x-content-type-options": "nosniff",
                  "x-robots-tag": "noindex, nofollow, noarchive"
                })
                assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/)
                const all = JSON.stringify([...answer.headers]) + answer.bytes.toString("utf8")
                for (const hidden of [
                  scene.bucket,
                  "secret folder",
                  scene.contextId.length > 2 ? scene.contextId : scene.bucket,
                  scene.target.url
                ])
                  assert.notInclude(all, hidden)
              }
              const part = yield* get(`${scene.origin}${at}/file`, { range: "bytes=1-6" })
              assert.deepStrictEqual(
                [part.status, part.headers.get("content-range"), part.bytes.toString("utf8")],
                [206, "bytes 1-6/25", "script"]
              )
              const going = yield* get(`${scene.origin}${at}/file`, {
                range: "bytes=1-6",
                "if-range": file.headers.get("etag") ?? ""
              })
              assert.strictEqual(going.status, 206)
              assert.strictEqual(
                (yield* get(`${scene.origin}${at}/file`, { range: "bytes=1-6", "if-range": '"other"' })).status,
                200
              )
              const behind = yield* get(`${scene.origin}${at}/file`, { range: "bytes=25-" })
              assert.deepStrictEqual([behind.status, behind.headers.get("content-range")], [416, "bytes */25"])
              const hits = yield* becomes(scene.hits(id), (seen) => seen.every(({ outcome }) => outcome !== "open"))
              assert.deepStrictEqual(
                hits.map(({ bytes, name, outcome, what }) => [what, name, bytes, outcome]).toReversed(),
                [
                  ["file", "häßlich.html", 25, "done"],
                  ["file", "häßlich.html", 6, "done"],
                  ["file", "häßlich.html", 6, "done"],
                  ["file", "häßlich.html", 25, "done"],
                  ["file", "häßlich.html", 0, "cut"]
                ]
              )
              assert.deepInclude(yield* becomes(scene.shown(id), (seen) => seen?.["bytes"] === 62), {
                uses: 4,
                state: "active"
              })
              assert.strictEqual((yield* get(`${scene.origin}${at}/archive`)).status, 404)
            })
          )
      )

      it.effect("one version stays the one that was shared, whatever comes after it", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            yield* Effect.promise(() =>
              scene.client.send(
                new PutBucketVersioningCommand({ Bucket: scene.bucket, VersioningConfiguration: { Status: "Enabled" } })
              )
            )
            const { VersionId: version_id } = (yield* scene.plant("v", "old")) as { VersionId?: string }
            const { at } = yield* scene.make({ kind: "object", key: "v", version_id })
            yield* scene.plant("v", "new and longer")
            for (const asked of ["", "?name=v", "?version_id=null", `?name=v&version_id=${version_id}`]) {
              const answer = yield* get(`${scene.origin}${at}/file${asked}`)
              if (asked === "") assert.strictEqual(answer.bytes.toString("utf8"), "old")
              else assert.isTrue(answer.status === 404 || answer.status === 422, asked)
            }
          })
        )
      )

      it.effect("of a folder or selection nothing is listed, fetched or archived but what was chosen", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            for (const key of [
              "in/a/1",
              "in/a/b/2",
              "in/a/../3",
              "in/one",
              "in/other",
              "in/ab",
              "out",
              "in2/x",
              "in/a"
            ])
              yield* scene.plant(key, `of ${key}`)
            const { at, id } = yield* scene.make({
              kind: "archive",
              prefix: "in/",
              keys: ["in/a/", "in/one", "in/gone"]
            })
            const { items } = ok(yield* Effect.promise(() => scene.visitor().get(`${at}/files`))) as {
              items: ReadonlyArray<{ name: string }>
            }
            assert.deepStrictEqual(
              items.map(({ name }) => name),
              ["a/../3", "a/1", "a/b/2", "one"]
            )
            for (const name of ["a/1", "a/../3", "one"]) {
              assert.strictEqual(
                (yield* get(`${scene.origin}${at}/file?${new URLSearchParams({ name })}`)).bytes.toString("utf8"),
                `of in/${name}`
              )
            }
            const outside = [
              "other",
              "a",
              "ab",
              "a/",
              "../out",
              "a/../../out",
              "/out",
              "../in2/x",
              "..%2fout",
              "a/..%2f..%2fout",
              "%2e%2e/out",
              "a//1",
              "A/1",
              "in/one",
              "",
              ".",
              "..",
              "a/\u0000",
              "a/1\u0000",
              "\r\nSet-Cookie: a=b",
              `a/${"x".repeat(1100)}`
            ]
            for (const name of outside) {
              const { status } = yield* get(`${scene.origin}${at}/file?${new URLSearchParams({ name })}`)
              assert.isTrue(status === 404 || status === 422, `${JSON.stringify(name)}: ${status}`)
            }
            for (const raw of ["name=%ED%A0%80", "name=one&name=other", "nam=one", "name=one&key=out"])
              assert.strictEqual((yield* get(`${scene.origin}${at}/file?${raw}`)).status >= 400, true, raw)
            for (const after of ["../", "zz", "a/b/2", "\uffff", "../out", "o"]) {
              const page = ok(
                yield* Effect.promise(() => scene.visitor().get(`${at}/files?${new URLSearchParams({ after })}`))
              ) as { items: ReadonlyArray<{ name: string }> }
              for (const { name } of page.items) assert.include(["a/../3", "a/1", "a/b/2", "one"], name)
            }
            const zip = yield* get(`${scene.origin}${at}/archive`)
            assert.deepStrictEqual(
              [zip.headers.get("content-type"), zip.headers.get("content-disposition")],
              ["application/zip", "attachment; filename=\"files.zip\"; filename*=UTF-8''files.zip"]
            )
            const members = yield* unzipped(zip.bytes)
            assert.deepStrictEqual([...members.keys()].sort(), [
              "NOT IN THIS ARCHIVE.txt",
              "a/1",
              "a/__/3",
              "a/b/2",
              "one"
            ])
            const report = members.get("NOT IN THIS ARCHIVE.txt") ?? ""
            assert.include(report, '"gone": it could not be read')
            for (const hidden of ["in/", scene.bucket]) assert.notInclude(report, hidden)
            yield* becomes(scene.hits(id), (seen) =>
              seen.some(
                ({ bytes, outcome, what }) => what === "archive" && outcome === "done" && bytes === zip.bytes.length
              )
            )
          })
        )
      )

      it.effect("a long folder is listed in pages without a gap, across its chosen entries", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const names = [
              ...Array.from({ length: 130 }, (_, at) => `a/${String(at).padStart(3, "0")}`),
              "b",
              ...Array.from({ length: 75 }, (_, at) => `c/${String(at).padStart(3, "0")}`)
            ]
            yield* Effect.forEach(names, (name) => scene.plant(`p/${name}`, ""), { concurrency: 16 })
            const { at } = yield* scene.make({ kind: "archive", prefix: "p/", keys: ["p/c/", "p/b", "p/a/"] })
            const seen: Array<string> = []
            for (let after: string | null = ""; after !== null; ) {
              const behind: string = after
              const page: { items: ReadonlyArray<{ name: string }>; next: string | null } = ok(
                yield* Effect.promise(() =>
                  scene.visitor().get(`${at}/files?${new URLSearchParams(behind === "" ? {} : { after: behind })}`)
                )
              ) as never
              assert.isAtMost(page.items.length, 100)
              seen.push(...page.items.map(({ name }) => name))
              after = page.next
            }
            assert.deepStrictEqual(seen, names)
          })
        )
      )

      it.effect("files that visitors send are kept under clean names, side by side, and never over what is there", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            yield* scene.plant("drop/report.pdf", "mine")
            const { at, id } = yield* scene.make({ kind: "upload", prefix: "drop/", max_uses: 30 })
            const names = [
              "report.pdf",
              "report.pdf",
              "../../etc/passwd",
              "a/b\\c:d*.txt",
              "\u202efdp.exe",
              ".htaccess",
              "..",
              "   ",
              "two\r\nlines",
              "CON.",
              `${"x".repeat(900)}.tar`
            ]
            const kept: Array<string> = []
            for (const name of names) {
              const { body, status } = yield* sent(scene, at, name, name)
              assert.strictEqual(status, 201, `${JSON.stringify(name)} ${JSON.stringify(body)}`)
              kept.push(body["name"])
            }
            assert.deepStrictEqual(kept, [
              "report (2).pdf",
              "report (3).pdf",
              "__.._etc_passwd",
              "a_b_c_d_.txt",
              "fdp.exe",
              "_htaccess",
              "_",
              "file",
              "twolines",
              "CON",
              `${"x".repeat(196)}.tar`
            ])
            assert.deepStrictEqual(
              (yield* keysOf(scene)).toSorted(),
              ["report.pdf", ...kept].map((name) => `drop/${name}`).toSorted()
            )
            assert.strictEqual(Buffer.from((yield* scene.read("drop/report.pdf")) ?? []).toString("utf8"), "mine")
            const many = yield* Effect.forEach(
              Array.from({ length: 8 }, (_, at) => `same ${at}`),
              (text) => Effect.map(sent(scene, at, "same", text), ({ body }) => [body["name"], text] as const),
              { concurrency: 8 }
            )
            assert.strictEqual(new Set(many.map(([name]) => name)).size, 8)
            for (const [name, text] of many)
              assert.strictEqual(Buffer.from((yield* scene.read(`drop/${name}`)) ?? []).toString("utf8"), text)
            for (const place of ["files", "file?name=same", "archive"])
              assert.strictEqual((yield* get(`${scene.origin}${at}/${place}`)).status, 404, place)
            assert.deepInclude(yield* scene.shown(id), { uses: 19 })
            for (const name of ["", "a\u0000b"]) assert.strictEqual((yield* sent(scene, at, name, "x")).status, 422)
          })
        )
      )

      it.effect(
        "caps hold before the first byte, together with what others are sending, and come back when that breaks off",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              const { at, id } = yield* scene.make({
                kind: "upload",
                prefix: "",
                max_file_bytes: 40 * mebibyte,
                max_total_bytes: 50 * mebibyte,
                max_uses: 3
              })
              const path = `${at}/files?name=big`
              const tooLarge = new SlowSender(scene.origin, path, 40 * mebibyte + 1)
              assert.deepInclude(yield* Effect.promise(() => tooLarge.answer), { status: 413 })
              tooLarge.hangUp()
              const first = new SlowSender(scene.origin, path, 40 * mebibyte)
              yield* Effect.promise(() => first.write(Buffer.alloc(20 * mebibyte, 1)))
              yield* becomes(scene.hits(id), (seen) => seen.some(({ outcome }) => outcome === "open"))
              const refused = yield* sent(scene, at, "more", "x".repeat(10 * mebibyte + 1))
              assert.deepStrictEqual([refused.status, refused.body["code"]], [413, "payload_too_large"])
              assert.strictEqual((yield* sent(scene, at, "fits", "x")).status, 201)
              yield* becomes(pendingOf(scene), (seen) => seen.length === 1)
              first.hangUp()
              yield* becomes(pendingOf(scene), (seen) => seen.length === 0)
              yield* becomes(scene.shown(id), (seen) => seen?.["bytes"] === 1 && seen["uses"] === 1)
              assert.deepStrictEqual(yield* keysOf(scene), ["fits"])
              const chunked = yield* Effect.promise(() =>
                fetch(`${scene.origin}${path}`, {
                  method: "POST",
                  duplex: "half",
                  headers: { origin: scene.origin, "content-type": "application/octet-stream" },
                  body: new Blob(["x"]).stream()
                } as RequestInit)
              )
              assert.strictEqual(chunked.status, 422)
              for (const expected of [201, 201, 409])
                assert.strictEqual((yield* sent(scene, at, "more", "y")).status, expected)
              const view = ok(yield* Effect.promise(() => scene.visitor().get(at)))
              assert.deepInclude(view, { kind: "upload", files_left: 0, bytes_left: 50 * mebibyte - 3 })
              assert.deepStrictEqual((yield* pendingOf(scene)).length, 0)
            })
          )
      )

      it.effect("what is large goes in parts and arrives byte for byte", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const { at } = yield* scene.make({ kind: "upload", prefix: "" })
            const bytes = Buffer.alloc(37 * mebibyte + 5)
            for (let place = 0; place < bytes.length; place += 4)
              bytes.writeUInt32LE((place * 2654435761) >>> 0, Math.min(place, bytes.length - 4))
            const sender = new SlowSender(scene.origin, `${at}/files?name=big`, bytes.length)
            for (let place = 0; place < bytes.length; place += 777_777)
              yield* Effect.promise(() => sender.write(bytes.subarray(place, place + 777_777)))
            sender.end()
            assert.deepInclude(yield* Effect.promise(() => sender.answer), { status: 201 })
            assert.isTrue(Buffer.compare(Buffer.from((yield* scene.read("big")) ?? []), bytes) === 0)
          })
        )
      )

      it.effect(
        "a revoked link ends at once, in the middle of what is sent and fetched, and leaves nothing half done",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              yield* scene.plant("large", Buffer.alloc(64 * mebibyte, 3))
              const down = yield* scene.make({ kind: "object", key: "large" })
              const zip = yield* scene.make({ kind: "archive", prefix: "", keys: ["large"] })
              const up = yield* scene.make({ kind: "upload", prefix: "in/" })
              const reader = yield* begunAt(scene, `${down.at}/file`)
              const zipReader = yield* begunAt(scene, `${zip.at}/archive`)
              const sender = new SlowSender(scene.origin, `${up.at}/files?name=half`, 40 * mebibyte)
              yield* Effect.promise(() => sender.write(Buffer.alloc(20 * mebibyte)))
              yield* becomes(pendingOf(scene), (seen) => seen.length === 1)
              for (const { id } of [down, zip, up]) assert.strictEqual((yield* scene.revoke(id)).status, 204)
              assert.strictEqual(yield* restOf(reader), "cut")
              assert.strictEqual(yield* restOf(zipReader), "cut")
              const answer = yield* Effect.promise(() => sender.answer)
              assert.isTrue(answer === "cut" || answer.status === 404, JSON.stringify(answer))
              sender.hangUp()
              yield* becomes(pendingOf(scene), (seen) => seen.length === 0)
              assert.deepStrictEqual(yield* keysOf(scene), ["large"])
              for (const { at, id } of [down, zip, up]) {
                yield* neutral(scene, at)
                assert.deepInclude(yield* scene.shown(id), { state: "revoked" })
                assert.strictEqual((yield* scene.revoke(id)).status, 204, "twice is fine")
              }
              const hit = (yield* becomes(scene.hits(up.id), (seen) =>
                seen.every(({ outcome }) => outcome !== "open")
              ))[0]
              assert.deepInclude(hit, { what: "upload", outcome: "cut", bytes: 0 })
            })
          )
      )

      it.effect("a link that expires, or whose maker loses the data, ends in the middle as well", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const sql = yield* SqlClient.SqlClient
            yield* scene.plant("large", Buffer.alloc(64 * mebibyte, 3))
            const ways = [
              (id: string) => sql`update shares set expires_at = now() where id = ${id}`,
              () =>
                sql`update user_associations set allow_manager_browser_data_access = false
                  where rgw_account_id = ${Number(scene.contextId)}`
            ]
            for (const ends of ways) {
              const down = yield* scene.make({ kind: "object", key: "large" })
              const up = yield* scene.make({ kind: "upload", prefix: "in/" })
              const zip = yield* scene.make({ kind: "archive", prefix: "", keys: ["large"] })
              const reader = yield* begunAt(scene, `${down.at}/file`)
              const zipReader = yield* begunAt(scene, `${zip.at}/archive`)
              const sender = new SlowSender(scene.origin, `${up.at}/files?name=half`, 40 * mebibyte)
              yield* Effect.promise(() => sender.write(Buffer.alloc(20 * mebibyte)))
              yield* becomes(pendingOf(scene), (seen) => seen.length === 1)
              for (const { id } of [down, zip, up]) yield* ends(id)
              // unread until it ends: bytes in flight may arrive
              const answer = yield* Effect.promise(() => sender.answer)
              assert.isTrue(answer === "cut" || answer.status === 404, JSON.stringify(answer))
              sender.hangUp()
              assert.strictEqual(yield* restOf(reader), "cut")
              assert.strictEqual(yield* restOf(zipReader), "cut")
              const hit = (yield* becomes(scene.hits(zip.id), (seen) =>
                seen.every(({ outcome }) => outcome !== "open")
              ))[0]
              assert.deepInclude(hit, { what: "archive", outcome: "cut" })
              assert.isTrue(hit?.["bytes"] > 0 && hit?.["bytes"] < 64 * mebibyte)
              yield* becomes(pendingOf(scene), (seen) => seen.length === 0)
              assert.deepStrictEqual(yield* keysOf(scene), ["large"])
            }
          })
        )
      )

      it.effect("a link has the rights of its maker, as they are now", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const sql = yield* SqlClient.SqlClient
            yield* scene.plant("a", "x")
            const { at, id } = yield* scene.make({ kind: "object", key: "a" })
            const works = Effect.map(get(`${scene.origin}${at}`), ({ status }) => status === 200)
            const [maker] = yield* sql<{ user_id: number }>`select user_id from shares where id = ${id}`
            const ways = [
              [
                sql`update user_associations set allow_manager_browser_data_access = false
                  where user_id = ${maker!.user_id}`,
                sql`update user_associations set allow_manager_browser_data_access = true
                  where user_id = ${maker!.user_id}`
              ],
              [
                sql`update ui_users set is_active = false where id = ${maker!.user_id}`,
                sql`update ui_users set is_active = true where id = ${maker!.user_id}`
              ],
              [
                sql`update ui_users set role = 'ui_none' where id = ${maker!.user_id}`,
                sql`update ui_users set role = 'ui_user' where id = ${maker!.user_id}`
              ],
              [
                sql`update shares set context_id = '999999' where id = ${id}`,
                sql`update shares set context_id = ${scene.contextId} where id = ${id}`
              ]
            ] as const
            for (const [takes, gives] of ways) {
              assert.isTrue(yield* works)
              yield* takes
              yield* neutral(scene, at)
              yield* gives
            }
            assert.isTrue(yield* works)
            yield* sql`update shares set expires_at = now() where id = ${id}`
            yield* neutral(scene, at)
          })
        )
      )

      it.effect("the last download uses a link up, however many ask at once, and failing gives it back", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            yield* scene.plant("a", "x".repeat(100))
            const { at, id } = yield* scene.make({ kind: "object", key: "a", max_uses: 3 })
            for (const range of ["bytes=100-", "bytes=200-"])
              assert.strictEqual((yield* get(`${scene.origin}${at}/file`, { range })).status, 416)
            assert.deepInclude(yield* scene.shown(id), { uses: 0 })
            const all = yield* Effect.forEach(
              Array.from({ length: 20 }),
              () => get(`${scene.origin}${at}/file`, { range: "bytes=0-9" }),
              { concurrency: 20 }
            )
            assert.strictEqual(all.filter(({ status }) => status === 206).length, 3)
            assert.isTrue(all.every(({ status }) => status === 206 || status === 404))
            yield* neutral(scene, at)
            assert.deepInclude(yield* scene.shown(id), { uses: 3, state: "used_up" })
          })
        )
      )

      it.effect(
        "a password is asked for before anything is told, tries are limited, and its proof opens no other link",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              yield* scene.plant("a", "x")
              const one = yield* scene.make({ kind: "object", key: "a", title: "Hidden title", password: secret })
              const other = yield* scene.make({ kind: "object", key: "a", password: secret })
              const visitor = scene.visitor()
              assert.deepStrictEqual((yield* Effect.promise(() => visitor.get(one.at))).body, { kind: "locked" })
              for (const place of ["file", "files", "archive"]) {
                assert.deepStrictEqual(
                  (yield* Effect.promise(() => visitor.get(`${one.at}/${place}`))).code,
                  "password_required",
                  place
                )
              }
              const shown = yield* scene.shown(one.id)
              assert.notInclude(JSON.stringify(shown), secret)
              const unlock = (password: unknown, at = one.at) =>
                Effect.promise(() => visitor.post(`${at}/unlock`, { password }))
              assert.strictEqual((yield* unlock(secret)).status, 204)
              assert.strictEqual((yield* Effect.promise(() => visitor.bytes(`${one.at}/file`))).status, 200)
              const [name, cookie] = [...visitor.cookies][0]!
              assert.strictEqual(name, "__Secure-stowage_share")
              assert.strictEqual(cookie.path, one.at)
              for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict"])
                assert.include(cookie.attributes, attribute)
              const [until, signature] = [
                cookie.value.slice(0, cookie.value.indexOf(".")),
                cookie.value.slice(cookie.value.indexOf(".") + 1)
              ]
              for (const [at, value] of [
                [other.at, cookie.value],
                [one.at, `${Number(until) + 1}.${signature}`],
                [one.at, `${until}.`],
                [one.at, "."],
                [one.at, `x${cookie.value}`],
                [one.at, `${until}.%00`]
              ] as const) {
                const answer = yield* get(`${scene.origin}${at}/file`, { cookie: `${name}=${value}` })
                assert.strictEqual(answer.status, 403, value)
              }
              for (const bad of [
                { password: "" },
                {},
                { password: 1 },
                { password: secret, more: 1 },
                { password: "x".repeat(1001) }
              ]) {
                assert.strictEqual(
                  (yield* Effect.promise(() => visitor.post(`${other.at}/unlock`, bad))).status,
                  422,
                  JSON.stringify(bad).slice(0, 40)
                )
              }
              for (const wrong of ["\u0000", "\ud800", "\r\n", "wrong", secret.toUpperCase(), `${secret} `]) {
                const answer = yield* unlock(wrong, other.at)
                assert.deepStrictEqual(
                  [answer.status, answer.code],
                  [401, "invalid_credentials"],
                  JSON.stringify(wrong)
                )
              }
              const tries = yield* Effect.forEach(
                Array.from({ length: 12 }, (_, at) => `guess ${at}`),
                (guess) => unlock(guess, other.at),
                { concurrency: 12 }
              )
              assert.strictEqual(tries.filter(({ status }) => status === 401).length, 4)
              assert.strictEqual(tries.filter(({ status }) => status === 429).length, 8)
              assert.strictEqual((yield* unlock(secret, other.at)).status, 429)
              assert.strictEqual((yield* unlock(secret, one.at)).status, 204)
              assert.strictEqual((yield* scene.hits(other.id)).filter(({ what }) => what === "refused").length, 10)
            })
          )
      )

      it.effect("tokens cannot be guessed, bent or taken from what is kept", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const sql = yield* SqlClient.SqlClient
            yield* scene.plant("a", "x")
            const { id, token } = yield* scene.make({ kind: "object", key: "a" })
            const [row] = yield* sql<{
              token_digest: string
              token_sealed: string
            }>`select token_digest, token_sealed from shares where id = ${id}`
            assert.notInclude(JSON.stringify(yield* sql`select s::text as row from shares s`), token)
            const bent = [
              token.slice(0, -1),
              `${token}A`,
              `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
              token.toUpperCase(),
              id,
              row!.token_digest,
              row!.token_sealed,
              "*",
              "%00",
              "%0d%0a",
              "%ED%A0%80",
              "..%2f..%2fhealthz",
              `${token}%00`,
              `${token}%20`,
              "null",
              "A".repeat(5000)
            ]
            for (const guess of bent) {
              const { bytes, status } = yield* get(`${scene.origin}/api/share/${guess}`)
              assert.strictEqual(status, 404, guess.slice(0, 60))
              if (guess.length < 100) assert.notInclude(bytes.toString("utf8"), guess)
            }
            const again = ok(yield* scene.send("POST", `/api/browser/shares/${id}/address`))
            assert.strictEqual(again["url"], `${scene.origin}/share/${token}`)
          })
        )
      )

      it.effect(
        "links are their maker's, and whoever browses the same may see and revoke them, but not copy them",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const [one, other] = [yield* shareScene(gateway), yield* shareScene(gateway)]
              const sql = yield* SqlClient.SqlClient
              yield* one.plant("a", "x")
              const { at, id, url } = yield* one.make({ kind: "object", key: "a" })
              const tries = [
                ["POST", `/api/browser/shares/${id}/address`],
                ["GET", `/api/browser/shares/${id}/hits`],
                ["DELETE", `/api/browser/shares/${id}`]
              ] as const
              for (const [method, path] of tries)
                assert.strictEqual((yield* other.send(method, path)).status, 404, `${method} ${path}`)
              assert.deepStrictEqual(ok(yield* other.send("GET", "/api/browser/shares"))["items"], [])
              yield* sql`
          insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
          select u.user_id, ${Number(one.contextId)}, 'account_administrator', true from user_associations u
            where u.rgw_account_id = ${Number(other.contextId)}`
              const listed = ok(yield* other.send("GET", one.at("shares")))["items"] as ReadonlyArray<
                Record<string, unknown>
              >
              assert.deepStrictEqual(
                listed.map((share) => [share["id"], share["own"]]),
                [[id, false]]
              )
              assert.notInclude(JSON.stringify(listed), url.slice(-43))
              assert.strictEqual((yield* other.send("POST", `/api/browser/shares/${id}/address`)).status, 404)
              assert.strictEqual((yield* other.send("DELETE", `/api/browser/shares/${id}`)).status, 204)
              yield* neutral(one, at)
              const entries = yield* sql<{
                action: string
                metadata: unknown
              }>`select action, metadata from audit_logs where entity_id = ${id} order by id`
              assert.deepStrictEqual(
                entries.map(({ action }) => action),
                ["share.create", "share.revoke"]
              )
              assert.notInclude(JSON.stringify(entries), url.slice(-43))
            })
          )
      )

      if (gateway.name === "sandbox")
        it.effect("500 visitors at once are all served, counted and written down", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              yield* scene.plant("a", "x".repeat(1000))
              const { at, id } = yield* scene.make({ kind: "object", key: "a" })
              const all = yield* Effect.forEach(Array.from({ length: 500 }), () => get(`${scene.origin}${at}/file`), {
                concurrency: 50
              })
              assert.isTrue(all.every(({ bytes, status }) => status === 200 && bytes.length === 1000))
              yield* becomes(scene.shown(id), (seen) => seen?.["uses"] === 500 && seen["bytes"] === 500_000)
            })
          )
        )

      it.effect("what cannot be shared is refused with its place", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            yield* scene.plant("a", "x")
            const cases: ReadonlyArray<readonly [object, number]> = [
              [{ kind: "object", key: "gone" }, 404],
              [{ kind: "object", key: "" }, 422],
              [{ kind: "object", key: "a\u0000" }, 422],
              [{ kind: "object", key: "\ud800" }, 422],
              [{ kind: "object", key: "a", expires_seconds: 59 }, 422],
              [{ kind: "object", key: "a", expires_seconds: 31_536_001 }, 422],
              [{ kind: "object", key: "a", password: "short" }, 422],
              [{ kind: "object", key: "a", password: "password1234" }, 422],
              [{ kind: "object", key: "a", password: `nul \u0000 in a password` }, 422],
              [{ kind: "object", key: "a", title: "two\nlines" }, 422],
              [{ kind: "object", key: "a", note: "\ud800" }, 422],
              [{ kind: "object", key: "a", max_uses: 0 }, 422],
              [{ kind: "archive", prefix: "b/", keys: ["a"] }, 422],
              [{ kind: "archive", prefix: "", keys: [] }, 422],
              [{ kind: "upload", prefix: "b" }, 422],
              [{ kind: "upload", prefix: `${"x".repeat(1000)}/` }, 422],
              [{ kind: "other", key: "a" }, 422],
              [{ kind: "object", key: "a", more: 1 }, 422]
            ]
            for (const [body, status] of cases) {
              const answer = yield* scene.send("POST", scene.at("shares"), { expires_seconds: 3600, ...body })
              assert.strictEqual(
                answer.status,
                status,
                `${JSON.stringify(body).slice(0, 80)} ${answer.text.slice(0, 200)}`
              )
            }
          })
        )
      )

      it.effect("what ended long ago is purged, and what a killed service left open gives its bytes back", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const sql = yield* SqlClient.SqlClient
            yield* scene.plant("a", "x")
            const [kept, ended, revoked] = [
              yield* scene.make({ kind: "upload", prefix: "" }),
              yield* scene.make({ kind: "object", key: "a" }),
              yield* scene.make({ kind: "object", key: "a" })
            ]
            yield* sql`update shares set expires_at = now() - interval '31 days' where id = ${ended.id}`
            yield* sql`update shares set revoked_at = now() - interval '31 days' where id = ${revoked.id}`
            yield* sql`update shares set uses = 2, bytes = 110 where id = ${kept.id}`
            yield* sql`
          insert into share_hits (share_id, what, name, bytes, outcome, network, at, place) values
            (${kept.id}, 'upload', 'lost', 100, 'open', '', now() - interval '25 hours', ${`place ${kept.id}`}),
              (${kept.id}, 'upload', 'old', 10, 'done', '', now() - interval '31 days', null)`
            const purge = Effect.promise(
              async () =>
                (
                  await fetch(`${scene.origin}/api/internal/shares/purge`, {
                    method: "POST",
                    headers: { "x-internal-token": internalToken }
                  })
                ).json() as Promise<Record<string, unknown>>
            )
            assert.deepInclude(yield* purge, { status: "completed", retention_days: 30 })
            const left = yield* sql<{
              id: string
            }>`select id::text as id from shares where id in (${kept.id}, ${ended.id}, ${revoked.id})`
            assert.deepStrictEqual(
              left.map(({ id }) => id),
              [kept.id]
            )
            assert.deepInclude(yield* scene.shown(kept.id), { uses: 1, bytes: 10 })
            assert.deepStrictEqual(
              (yield* scene.hits(kept.id)).map(({ name, outcome }) => [name, outcome]),
              [["lost", "cut"]]
            )
          })
        )
      )
    })
  })
}
