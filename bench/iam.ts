import { Effect, Layer, Redacted, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { Iam } from "#services/iam/Iam.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { IamGateway } from "#services/iam/IamGateway.ts"
import { IamOverview } from "#services/iam/IamOverview.ts"
import { adminOps, adminTarget, unique } from "../test/gateway/contract/adminGateway.ts"
import { anyIntent } from "../test/support/anyIntent.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { type Figure, median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const users = benchSize("USERS", 10_000, 20)
const policies = benchSize("POLICIES", 2_000, 5)
const rounds = benchSize("ROUNDS", 5, 1)
const document = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }]
})

const contextOf = (url: string, accessKey: string, secretKey: string): ResolvedContext => ({
  context: {
    kind: "account",
    id: "1",
    name: "bench",
    endpoint_id: 1,
    endpoint_name: "bench",
    endpoint_url: url,
    endpoint_is_default: true,
    endpoint_is_sandbox: true,
    capabilities: { can_manage_buckets: true, can_manage_iam: true, can_browse_objects: true, has_admin_ops: true },
    tags: [],
    expires_at: null,
    unusable_reason: null
  },
  s3: {
    endpointId: 1,
    url,
    region: "default",
    verifyTls: true,
    userSupplied: false,
    pathStyle: true,
    credential: GatewayCredential.opened({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })
  },
  admin: null,
  bucketOwner: null,
  listingKey: "bench"
})

const measure = Effect.gen(function* () {
  const dir = mkdtempSync(path.join(os.tmpdir(), "bench-iam-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(dir, { recursive: true, force: true })))
  const gateway = yield* makeSandbox({ dir })
  const admin = adminTarget(gateway.url, gateway.admin)
  // not deleted: the sandbox ends, and an account with users cannot be deleted
  const { createAccount, createUser } = yield* adminOps
  const account = yield* createAccount(admin, {
    id: newAccountId(),
    name: "bench",
    email: null,
    limits: { max_users: 2 * users }
  })
  const { key } = yield* createUser(admin, {
    uid: unique("root"),
    displayName: "root",
    email: null,
    accountRootOf: account.id,
    accessKey: newAccessKey()
  })
  const context = contextOf(gateway.url, key.access_key, Redacted.value(key.secret_key))
  const [entities, iam, overview, reading] = [yield* IamEntities, yield* IamGateway, yield* IamOverview, yield* Iam]
  const names = Array.from({ length: users }, (_, index) => `user-${String(index).padStart(5, "0")}`)
  yield* Effect.forEach(
    names,
    (name, index) =>
      Effect.gen(function* () {
        yield* iam.change(context.s3, { change: "user.create", name, path: "/" })
        if (index < policies)
          yield* iam.change(context.s3, { change: "inline.put", holder: "users", name, policy: "own", document })
      }),
    { concurrency: 6, discard: true }
  ).pipe(Effect.provide(anyIntent), Effect.orDie)

  const followed = (details: boolean) =>
    Effect.gen(function* () {
      const began = performance.now()
      let first = 0
      let rows = 0
      yield* Stream.runForEach(yield* overview.follow(context, "users", details), ({ data, event }) =>
        Effect.sync(() => {
          JSON.stringify(data)
          if (event === "rows") {
            if (first === 0) first = performance.now() - began
            rows += data.items.length
          }
        })
      )
      if (rows < users) return yield* Effect.die(new Error(`${rows} rows`))
      return { first, whole: performance.now() - began }
    })
  const bare = (size: number, all: boolean) =>
    Effect.gen(function* () {
      const began = performance.now()
      let marker: string | null = null
      do {
        const page: { readonly next: string | null } = yield* entities.page(context.s3, "users", size, marker)
        marker = page.next
      } while (all && marker !== null)
      return performance.now() - began
    })
  const bareDetails = (name: string) =>
    milliseconds(
      Effect.all(
        [
          reading.keys(context.s3, name),
          entities.groupsOf(context.s3, name),
          reading.attached(context.s3, "users", name),
          entities.inlineNames(context.s3, "users", name)
        ],
        { concurrency: "unbounded" }
      )
    )
  const details = (some: ReadonlyArray<string>) => milliseconds(overview.details(context, "users", some))
  const unused = Effect.gen(function* () {
    const began = performance.now()
    let first = 0
    yield* Stream.runForEach(yield* overview.followUnused(context), ({ event }) =>
      Effect.sync(() => {
        if (event === "found" && first === 0) first = performance.now() - began
      })
    )
    return { first, whole: performance.now() - began }
  })
  yield* bare(100, false)
  yield* followed(false)
  yield* bareDetails(names[0]!)
  const turns = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.all({ page: bare(100, false), pages: bare(1_000, true), list: followed(false) })
  )
  const looks = yield* Effect.forEach(names.slice(0, 20 * rounds), (name) =>
    Effect.all({ bare: bareDetails(name), ours: details([name]) })
  )
  const page = yield* Effect.forEach(Array.from({ length: rounds }), (_, round) =>
    details(names.slice(100 * round, 100 * round + 100))
  )
  const one = process.env["DETAILS"] === "0" ? null : yield* Effect.all({ details: followed(true), unused })
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of))
  printTable(`${users} IAM users, ${policies} inline policies, on the sandbox, medians of ${rounds} (ms)`, [
    ["one page of a hundred, of the gateway", middle(({ page }) => page), null, null],
    ["first rows of the list", middle(({ list }) => list.first), middle(({ list, page }) => list.first / page), 1.5],
    ["all pages of a thousand, of the gateway", middle(({ pages }) => pages), null, null],
    ["all rows of the list", middle(({ list }) => list.whole), middle(({ list, pages }) => list.whole / pages), 1.5],
    ["what belongs to one user, of the gateway", median(looks.map(({ bare }) => bare)), null, null],
    [
      "details of one user",
      median(looks.map(({ ours }) => ours)),
      median(looks.map(({ bare, ours }) => ours / bare)),
      1.5
    ],
    ["details of a hundred users", median(page), null, null],
    ...(one === null
      ? []
      : ([
          ["with what belongs to each row: first rows, once", one.details.first, null, null],
          ["the same, all of it, once", one.details.whole, null, null],
          ["/unused: the first found, once", one.unused.first, null, null],
          [
            "/unused: all of it, once; of the list with details",
            one.unused.whole,
            one.unused.whole / one.details.whole,
            1.5
          ]
        ] satisfies ReadonlyArray<Figure>))
  ])
})

const services = IamOverview.layer.pipe(
  Layer.provideMerge(Gateways),
  Layer.provide(Layer.mock(ContextCapabilities, {})),
  Layer.provide(TestSettings())
)
await Effect.runPromise(Effect.scoped(measure).pipe(Effect.provide(Layer.merge(services, anyIntent))))
