import { spawnSync } from "node:child_process"
import { createSocket } from "node:dgram"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"

/** `hang`: nothing is answered, as behind a firewall that drops; `fail`: the server says that it cannot; `unknown`: there is no such name. */
export type Naming = "answer" | "hang" | "fail" | "unknown"

export interface NameServer {
  readonly set: (naming: Naming) => void
  /** Questions that came so far. */
  readonly asked: () => number
  /** How many seconds the system waits for an answer before it asks again, once: 5 where nothing was said. */
  readonly waits: (seconds: number) => void
  /** What stands before a program that shall ask this server, and nobody else. */
  readonly before: ReadonlyArray<string>
  readonly close: () => void
}

/** An address of this machine at whose port of name servers nobody else listens. */
const address = "127.0.53.53"

/** Can a process be given a resolver of its own? */
export const nameServerLack = (): Lack => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can give a process another resolv.conf"
  const tried = spawnSync("unshare", ["--mount", "mount", "--bind", "/dev/null", "/etc/resolv.conf"], { encoding: "utf8" })
  return tried.status === 0 ? undefined : (tried.stderr || String(tried.error)).trim()
}

/** The end of the question: its name, two bytes of type, two of class (RFC 1035, 4.1.2). */
const endOfQuestion = (message: Buffer): number => {
  let at = 12
  while ((message[at] ?? 0) !== 0) at += (message[at] ?? 0) + 1
  return at + 5
}

const reply = (message: Buffer, naming: Exclude<Naming, "hang">): Buffer => {
  const end = endOfQuestion(message)
  const head = Buffer.from(message.subarray(0, end))
  const ofIpv4 = message.readUInt16BE(end - 4) === 1
  const answers = naming === "answer" && ofIpv4 ? 1 : 0
  head.writeUInt16BE(naming === "fail" ? 0x8182 : naming === "unknown" ? 0x8183 : 0x8180, 2)
  for (const [at, count] of [[4, 1], [6, answers], [8, 0], [10, 0]] as const) head.writeUInt16BE(count, at)
  // a pointer to the name, A, IN, no time to live, four bytes
  return answers === 0 ? head : Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])])
}

/** A name server to which every name is 127.0.0.1, and for which a test says whether it is there. */
export const nameServer = async (): Promise<NameServer> => {
  let naming: Naming = "answer"
  let count = 0
  const socket = createSocket("udp4")
  socket.on("message", (message, { address: from, port }) => {
    count += 1
    if (naming !== "hang") socket.send(reply(message, naming), port, from)
  })
  await new Promise<void>((resolve, reject) => { socket.once("error", reject).bind(53, address, resolve) })
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-names-"))
  chmodSync(folder, 0o755)
  const file = path.join(folder, "resolv.conf")
  writeFileSync(file, `nameserver ${address}\n`)
  return {
    set: (next) => { naming = next },
    asked: () => count,
    // read again by whoever asks next
    waits: (seconds) => { writeFileSync(file, `nameserver ${address}\noptions timeout:${seconds} attempts:2\n`) },
    before: ["unshare", "--mount", "sh", "-c", `mount --bind ${file} /etc/resolv.conf && exec "$@"`, "sh"],
    close: () => {
      socket.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
