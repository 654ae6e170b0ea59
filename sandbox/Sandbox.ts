import { Effect, Schema, type Scope } from "effect"
import { FaultBook, type SandboxFaults } from "./Faults.ts"
import { ensureAccounts, ensureAdmin, type SeededAccount, seedSamples } from "./Seed.ts"
import { seedIam } from "./SeedIam.ts"
import { GatewayServer } from "./Server.ts"
import { Store } from "./Store.ts"

/**
 * Gateway in this process that behaves like a Ceph RGW (Tentacle, with accounts), quirks included. Limits:
 * - topics push to HTTP endpoints only, within the request, persistent ones too
 * - STS has AssumeRole only, and its credentials are refused
 * - account users that are not root have the account's rights on buckets, whatever their policies
 * - bucket policy statements with a condition are skipped; only canned public ACLs apply
 * - lifecycle, website, logging, encryption, object lock and rate limits have no effect
 * - no virtual-hosted addresses, form uploads, signed chunks, SigV2, torrent, select, restore, subusers
 * - checksums other than CRC32 are not compared
 * - a file uploaded completely but not indexed before a kill stays on disk
 */
export interface SandboxOptions {
  readonly dir: string
  readonly port?: number
  readonly host?: string
  readonly seed?: boolean
  readonly people?: boolean
}

export interface SandboxGateway {
  readonly url: string
  readonly region: "default"
  readonly admin: { readonly accessKey: string; readonly secretKey: string }
  readonly accounts: ReadonlyArray<SeededAccount>
  readonly faults: SandboxFaults
}

export class SandboxError extends Schema.TaggedError<SandboxError>()("SandboxError", { reason: Schema.String }) {
  override get message(): string {
    return `the sandbox gateway cannot start: ${this.reason}`
  }
}

const failed = (cause: unknown): SandboxError =>
  new SandboxError({ reason: cause instanceof Error ? cause.message : String(cause) })

const namesByOwner = (store: Store) => (): ReadonlyMap<string, ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>([["", new Set()]])
  for (const bucket of store.buckets.all()) {
    for (const owner of ["", bucket.owner]) {
      const known = names.get(owner) ?? new Set<string>()
      names.set(owner, known.add(bucket.name))
    }
  }
  return names
}

export const makeSandbox = (options: SandboxOptions): Effect.Effect<SandboxGateway, SandboxError, Scope.Scope> =>
  Effect.gen(function* () {
    const store = yield* Effect.acquireRelease(
      Effect.try({ try: () => new Store(options.dir), catch: failed }),
      (open) => Effect.sync(() => open.close())
    )
    const admin = ensureAdmin(store)
    const accounts = ensureAccounts(store)
    if (options.seed === true) yield* Effect.tryPromise({ try: () => seedSamples(store, accounts), catch: failed })
    const [first] = accounts
    if (options.people === true && first !== undefined) seedIam(store, first.id)
    const faults = new FaultBook(namesByOwner(store))
    const host = options.host ?? "127.0.0.1"
    const server = new GatewayServer(store, faults)
    const port = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => server.listen(options.port ?? 0, host), catch: failed }),
      () => Effect.promise(() => server.close())
    )
    return {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
      region: "default",
      admin,
      accounts,
      faults
    }
  })
