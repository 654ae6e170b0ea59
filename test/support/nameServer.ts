import { spawnSync } from "node:child_process"
import { createSocket } from "node:dgram"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"

/** `hang`: no answer, like a firewall; `fail`: SERVFAIL; `unknown`: NXDOMAIN. */
export type Naming = "answer" | "hang" | "fail" | "unknown"

export interface NameServer {
  readonly set: (naming: Naming) => void
  readonly asked: () => number
  readonly waits: (seconds: number) => void
  /** Command prefix that makes a program use this server only. */
  readonly before: ReadonlyArray<string>
  readonly close: () => void
}

const address = "127.0.53.53"

export const nameServerLack = (): Lack => {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root on Linux can give a process another resolv.conf"
  const attempt = spawnSync("unshare", ["--mount", "mount", "--bind", "/dev/null", "/etc/resolv.conf"], {
    encoding: "utf8"
  })
  return attempt.status === 0 ? undefined : (attempt.stderr || String(attempt.error)).trim()
}

/** End offset of the question: name, 2 bytes type, 2 bytes class (RFC 1035, 4.1.2). */
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
  for (const [at, count] of [
    [4, 1],
    [6, answers],
    [8, 0],
    [10, 0]
  ] as const)
    head.writeUInt16BE(count, at)
  // pointer to the name, A, IN, TTL 0, 4 bytes
  return answers === 0
    ? head
    : Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])])
}

export const nameServer = async (): Promise<NameServer> => {
  let naming: Naming = "answer"
  let count = 0
  const socket = createSocket("udp4")
  socket.on("message", (message, { address: from, port }) => {
    count += 1
    if (naming !== "hang") socket.send(reply(message, naming), port, from)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject).bind(53, address, resolve)
  })
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-names-"))
  chmodSync(folder, 0o755)
  const file = path.join(folder, "resolv.conf")
  writeFileSync(file, `nameserver ${address}\n`)
  return {
    set: (next) => {
      naming = next
    },
    asked: () => count,
    waits: (seconds) => {
      writeFileSync(file, `nameserver ${address}\noptions timeout:${seconds} attempts:2\n`)
    },
    before: ["unshare", "--mount", "sh", "-c", `mount --bind ${file} /etc/resolv.conf && exec "$@"`, "sh"],
    close: () => {
      socket.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
