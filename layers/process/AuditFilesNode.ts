import { Conflict } from "#domain/platform/errors/Errors.ts"
import { AuditFiles } from "#services/platform/audit/AuditFiles.ts"
import { Effect, Layer, Stream } from "effect"
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { access, type FileHandle, open, rm } from "node:fs/promises"
import * as path from "node:path"
import { StringDecoder } from "node:string_decoder"

const READ_BYTES = 1024 * 1024
const MAX_LINE_LENGTH = 1_000_000

const refused = (what: string, file: string) => (error: unknown) =>
  new Conflict({
    code: "state_conflict",
    detail: `${file} cannot be ${what}: ${error instanceof Error ? error.message : String(error)}`
  })

const attempt = <A>(what: string, file: string, act: () => Promise<A>) =>
  Effect.tryPromise({ try: act, catch: refused(what, file) })

/** A file's name is durable once its folder is synced. Some file systems cannot do it. */
const syncFolder = async (file: string) => {
  const folder = await open(path.dirname(file), "r")
  try {
    await folder.sync()
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        "code" in error &&
        (error.code === "EINVAL" || error.code === "EPERM" || error.code === "EISDIR")
      )
    )
      throw error
  } finally {
    await folder.close()
  }
}

const readLines = async (handle: FileHandle, line: (text: string) => boolean) => {
  const hash = createHash("sha256")
  const decoder = new StringDecoder("utf8")
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  let [rest, going, ended] = ["", true, false]
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null)
    if (bytesRead === 0) break
    const bytes = buffer.subarray(0, bytesRead)
    hash.update(bytes)
    ended = bytes[bytesRead - 1] === 0x0a
    if (!going) continue
    const lines = (rest + decoder.write(bytes)).split("\n")
    rest = lines.pop() ?? ""
    going = lines.every(line)
    if (going && rest.length > MAX_LINE_LENGTH) going = line(rest.slice(0, 100)) && false
  }
  if (going && rest !== "") line(rest)
  return { sha256: hash.digest("hex"), ended }
}

export const layer = Layer.succeed(
  AuditFiles,
  AuditFiles.of({
    exists: Effect.fn("AuditFiles.exists")((file: string) =>
      attempt("looked at", file, async () => {
        try {
          await access(file, constants.F_OK)
          return true
        } catch (error) {
          if (error instanceof Error && "code" in error && error.code === "ENOENT") return false
          throw error
        }
      })
    ),
    write: Effect.fn("AuditFiles.write")(<E, R>(file: string, lines: Stream.Stream<ReadonlyArray<string>, E, R>) =>
      Effect.acquireUseRelease(
        attempt("written", file, () => open(file, "wx", 0o600)),
        (handle) =>
          Effect.andThen(
            Stream.runForEach(lines, (some) =>
              attempt("written", file, () => handle.appendFile(some.map((line) => `${line}\n`).join("")))
            ),
            attempt("written", file, async () => {
              await handle.sync()
              await syncFolder(file)
            })
          ).pipe(Effect.onError(() => Effect.promise(() => rm(file, { force: true })))),
        (handle) => Effect.promise(() => handle.close())
      )
    ),
    read: Effect.fn("AuditFiles.read")((file: string, line: (text: string) => boolean) =>
      Effect.acquireUseRelease(
        attempt("read", file, () => open(file, "r")),
        (handle) => attempt("read", file, () => readLines(handle, line)),
        (handle) => Effect.promise(() => handle.close())
      )
    ),
    remove: Effect.fn("AuditFiles.remove")((file: string) => attempt("removed", file, () => rm(file)))
  })
)
