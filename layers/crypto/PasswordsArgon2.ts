import { Passwords } from "#services/platform/Passwords.ts"
import { commonPasswords } from "./commonPasswords.ts"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"

/** OWASP's first choice for Argon2id; `memory` in KiB. */
const ARGON_PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }

/** Each running hash holds 19 MiB. */
const MAX_CONCURRENT_HASHES = 2

interface Stored {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

const derive = (password: Redacted.Redacted, stored: Omit<Stored, "tag">, tagLength: number) =>
  Effect.callback<Buffer>((resume) =>
    argon2(
      "argon2id",
      {
        message: Redacted.value(password),
        nonce: stored.salt,
        memory: stored.memory,
        passes: stored.passes,
        parallelism: stored.parallelism,
        tagLength
      },
      (error, tag) => resume(error === null ? Effect.succeed(tag) : Effect.die(error))
    )
  )

const printHash = ({ memory, parallelism, passes, salt, tag }: Stored) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const read = (text: string): Stored | null => {
  const match = phc.exec(text)
  if (match === null) return null
  const [, memory, passes, parallelism, salt, tag] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt ?? "", "base64"),
    tag: Buffer.from(tag ?? "", "base64")
  }
}

/** Hashed for unknown users, so that the answer takes as long. */
const nobody: Stored = { ...ARGON_PARAMETERS, salt: Buffer.alloc(16), tag: Buffer.alloc(32) }

export const layer = Layer.effect(
  Passwords,
  Effect.gen(function* () {
    const gate = yield* Semaphore.make(MAX_CONCURRENT_HASHES)
    const list = yield* commonPasswords

    const hash = Effect.fn("Passwords.hash")(function* (password: Redacted.Redacted) {
      const salt = randomBytes(16)
      const tag = yield* derive(password, { ...ARGON_PARAMETERS, salt }, 32)
      return printHash({ ...ARGON_PARAMETERS, salt, tag })
    }, gate.withPermits(1))

    const verify = Effect.fn("Passwords.verify")(function* (password: Redacted.Redacted, text: string | null) {
      const stored = text === null ? nobody : read(text)
      if (stored === null) return yield* Effect.die(new Error("a stored password hash is not an Argon2id string"))
      const tag = yield* derive(password, stored, stored.tag.length)
      return timingSafeEqual(tag, stored.tag) && text !== null
    }, gate.withPermits(1))

    return Passwords.of({ hash, verify, common: Effect.map(list, (all) => (text) => all.has(text)) })
  })
)
