import { Effect, Schema, type Scope } from "effect"
import { FaultBook, type SandboxFaults } from "./Faults.ts"
import { ensureAccounts, ensureAdmin, type SeededAccount, seedSamples } from "./Seed.ts"
import { seedIam } from "./SeedIam.ts"
import { GatewayServer } from "./Server.ts"
import { Store } from "./Store.ts"

/**
 * The sandbox gateway: a small S3 and Admin Ops server in this process, which answers as a Ceph RGW (Tentacle, with accounts)
 * does, dangerous habits included. It stands in where no endpoint is configured, and where a test needs a gateway that counts
 * its calls, fails, lags and lies on command.
 *
 * What it does not do:
 * - topics push to HTTP endpoints alone, within the request, persistent ones too; AMQP and Kafka are told nothing
 * - IAM: users, groups, roles, keys and policies are kept and shown; beside AssumeRole there is no STS, and what is signed with a session of a
 *   role is refused
 * - users of an account that are not its root have the account's rights at buckets instead of none, whatever their policies say
 * - bucket policies are applied without conditions (a statement that has one is skipped); ACLs only where canned and public
 * - lifecycle, website, logging and encryption are documents that are kept and shown: nothing expires, no page is served, no log is
 *   written, nothing is encrypted
 * - object lock is shown but keeps nothing from being deleted; rate limits are shown but slow nobody
 * - virtual-hosted addresses (`bucket.host`), browser form uploads (POST), signed chunks (STREAMING-AWS4-…), SigV2, torrent, select,
 *   restore, subusers, ratelimit on accounts, writing metadata records
 * - checksums other than CRC32 are kept but not compared
 * - a file whose upload was cut off by a kill after it was complete but before it was indexed stays on disk
 */
export interface SandboxOptions {
  /** Where everything is kept; made when it is not there. One process at a time. */
  readonly dir: string
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** 127.0.0.1 unless told. */
  readonly host?: string
  /** Puts a few buckets and objects into an empty directory. */
  readonly seed?: boolean
  /** Puts a few IAM users, groups and roles into the first account, while it has no groups and roles. */
  readonly people?: boolean
}

export interface SandboxGateway {
  readonly url: string
  readonly region: "default"
  readonly admin: { readonly accessKey: string; readonly secretKey: string }
  readonly accounts: ReadonlyArray<SeededAccount>
  readonly faults: SandboxFaults
}

/** The directory cannot be used (not writable, or held by another process), or the port is taken. */
export class SandboxError extends Schema.TaggedError<SandboxError>()("SandboxError", { reason: Schema.String }) {}

const failed = (cause: unknown): SandboxError => new SandboxError({ reason: cause instanceof Error ? cause.message : String(cause) })

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

/** Opens the directory and serves it until the scope closes. */
export const makeSandbox = (options: SandboxOptions): Effect.Effect<SandboxGateway, SandboxError, Scope.Scope> =>
  Effect.gen(function*() {
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
    return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, region: "default", admin, accounts, faults }
  })
