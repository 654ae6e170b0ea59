import { Effect, Redacted, Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { KeyRing, RingKey } from "#services/platform/Settings.ts"

/** A key's id is its digest, so that it stays when the key moves in the ring. */
const ringKey = (secret: string): RingKey => ({
  kid: createHash("sha256").update(Buffer.from(secret, "base64url")).digest("base64url").slice(0, 12),
  secret: Redacted.make(secret)
})

export const keyRing = (secrets: ReadonlyArray<string>): KeyRing | null => {
  const [first, ...rest] = secrets.map(ringKey)
  return first === undefined ? null : [first, ...rest]
}

const names = ["ui", "api", "jwt", "credentials"] as const
type RingName = (typeof names)[number]

const RingSecretText = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43,}$/))
const DevelopmentKeys = Schema.fromJsonString(Schema.Record(Schema.Literals(names), RingSecretText))

export class DevelopmentKeysUnusable extends Schema.TaggedError<DevelopmentKeysUnusable>()("DevelopmentKeysUnusable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.file}: ${this.reason}`
  }
}

/** Generated once, with mode 600. Fails on an unreadable file: new keys would orphan stored credentials. */
export const developmentKeys = (dataDir: string): Effect.Effect<Record<RingName, KeyRing>, DevelopmentKeysUnusable> => {
  const file = path.resolve(dataDir, "keys.json")
  const unusable = (cause: unknown) =>
    new DevelopmentKeysUnusable({ file, reason: cause instanceof Error ? cause.message : "not a keys file" })
  return Effect.gen(function* () {
    if (!existsSync(file)) {
      yield* Effect.try({ try: () => writeKeys(file), catch: unusable })
      yield* Effect.logInfo("No key rings are configured: keys for development were made", { file })
    }
    const text = yield* Effect.try({ try: () => readFileSync(file, "utf8"), catch: unusable })
    const keys = yield* Schema.decodeEffect(DevelopmentKeys)(text).pipe(Effect.mapError(() => unusable(null)))
    return {
      ui: [ringKey(keys.ui)],
      api: [ringKey(keys.api)],
      jwt: [ringKey(keys.jwt)],
      credentials: [ringKey(keys.credentials)]
    }
  })
}

const writeKeys = (file: string) => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  const keys = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString("base64url")]))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
