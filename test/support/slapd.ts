import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type CertificateAuthority, certificateAuthority, opensslLack } from "./certificates.ts"
import { endWithUs } from "./endWithUs.ts"
import { baseDn, configuration, directoryData, readerDn } from "./ldap/directoryData.ts"
import { defaultPeople, type Person } from "./ldap/people.ts"
import type { Lack } from "./Requirement.ts"
import { freePort } from "./freePort.ts"

const program = "/usr/sbin/slapd"
const needed = [program, "/usr/lib/ldap/back_mdb.so", "/etc/ldap/schema/inetorgperson.schema"]

export const slapdLack = (): Lack => {
  const missing = needed.find((file) => !existsSync(file))
  return missing === undefined ? opensslLack() : `${missing} is missing (apt-get install slapd)`
}

export interface Slapd {
  readonly url: string
  /** `ldap://localhost:…`; binds need StartTLS. */
  readonly startTlsUrl: string
  readonly caPem: string
  readonly authority: CertificateAuthority
  readonly baseDn: string
  readonly userDnTemplate: string
  readonly readerDn: string
  readonly readerPassword: string
  readonly people: ReadonlyArray<Person>
  readonly close: () => Promise<void>
}

const accepts = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const untilReady = async (child: ChildProcess, ports: ReadonlyArray<number>, output: () => string) => {
  const deadline = Date.now() + 20_000
  for (const port of ports) {
    while (!(await accepts(port))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`slapd ended:\n${output()}`)
      if (Date.now() > deadline) throw new Error(`slapd does not listen after 20 s:\n${output()}`)
      await sleep(50)
    }
  }
}

/** Starts a server with a certificate for `host` and `people`; `close`, or the end of the process, deletes it. */
export const startSlapd = async (
  options: { readonly people?: ReadonlyArray<Person>; readonly host?: string } = {}
): Promise<Slapd> => {
  const people = options.people ?? defaultPeople
  const readerPassword = "reader's password"
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-slapd-"))
  const file = (name: string) => path.join(folder, name)
  try {
    mkdirSync(file("data"))
    mkdirSync(file("authority"))
    const authority = certificateAuthority(file("authority"))
    const server = authority.issue(options.host ?? "localhost")
    writeFileSync(file("ca.pem"), authority.certificate)
    writeFileSync(file("server.pem"), server.certificate)
    writeFileSync(file("server.key"), server.key, { mode: 0o600 })
    writeFileSync(file("slapd.conf"), configuration(folder))
    writeFileSync(file("data.ldif"), directoryData(readerPassword, people))
    // copied: AppArmor restricts the installed path to its own folders
    copyFileSync(program, file("slapd"))
    execFileSync(file("slapd"), ["-Tadd", "-f", file("slapd.conf"), "-l", file("data.ldif")], {
      stdio: ["ignore", "ignore", "pipe"]
    })

    const [secure, plain] = [await freePort(), await freePort()]
    // -d keeps it in the foreground
    const child = spawn(
      file("slapd"),
      ["-d", "0", "-f", file("slapd.conf"), "-h", `ldaps://127.0.0.1:${secure} ldap://127.0.0.1:${plain}`],
      {
        stdio: ["ignore", "ignore", "pipe"]
      }
    )
    let output = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    const exited = once(child, "exit")
    endWithUs(child)
    const close = async () => {
      child.kill("SIGTERM")
      await Promise.race([exited, sleep(5_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"))])
      await exited
      rmSync(folder, { recursive: true, force: true })
    }
    try {
      await untilReady(child, [secure, plain], () => output)
    } catch (error) {
      await close()
      throw error
    }
    return {
      url: `ldaps://localhost:${secure}`,
      startTlsUrl: `ldap://localhost:${plain}`,
      caPem: authority.certificate.trim(),
      authority,
      baseDn,
      userDnTemplate: `uid={username},ou=people,${baseDn}`,
      readerDn,
      readerPassword,
      people,
      close
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
