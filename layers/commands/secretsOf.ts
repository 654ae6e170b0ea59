import { Config, Effect, Option, Redacted } from "effect"
import { readFile } from "node:fs/promises"
import * as path from "node:path"
import type { ApplyDocument } from "#domain/fleet/apply/ApplyDocument.ts"
import { referenceKey, type SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import { entrySecrets, sections } from "#domain/fleet/apply/sections.ts"
import { CommandFailed } from "./CommandFailed.ts"

const MAX_SECRET_LENGTH = 10_000

const referencesIn = (document: ApplyDocument): ReadonlyMap<string, SecretReference> =>
  new Map(
    sections
      .flatMap((section) => (document[section] ?? []).flatMap((entry) => entrySecrets(section, entry)))
      .flatMap(([, reference]) => (reference === null ? [] : [[referenceKey(reference), reference] as const]))
  )

/** Node's message would contain the path. */
const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unreadable"

const fromFile = Effect.fnUntraced(function* (folder: string, file: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(path.resolve(folder, file), "utf8"),
    catch: (error) => new CommandFailed({ message: `the secret in ${file} cannot be read: ${codeOf(error)}` })
  })
  const secret = text.replace(/\r?\n$/, "")
  if (secret === "" || [...secret].length > MAX_SECRET_LENGTH) {
    return yield* new CommandFailed({
      message: `the secret in ${file} has to have 1 to ${MAX_SECRET_LENGTH} characters`
    })
  }
  return secret
})

export const secretsOf = Effect.fnUntraced(function* (document: ApplyDocument, folder: string) {
  const secrets = new Map<string, Redacted.Redacted>()
  for (const [key, reference] of referencesIn(document)) {
    if ("file" in reference) {
      secrets.set(key, Redacted.make(yield* fromFile(folder, reference.file)))
      continue
    }
    const value = yield* Config.option(Config.Redacted(reference.env))
    if (Option.isSome(value) && Redacted.value(value.value) !== "") secrets.set(key, value.value)
  }
  return secrets
})
