import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import * as path from "node:path"
import { certificateAuthority } from "./certificates.ts"
import { endWithUs } from "./endWithUs.ts"
import type { Lack } from "./Requirement.ts"

const programs = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" }
const example = (name: string) => path.resolve(import.meta.dirname, "../../deploy/proxy", name)

export type ProxyName = keyof typeof programs

export const proxiesLack = (): Lack => {
  const missing = Object.entries(programs).find(([, file]) => !existsSync(file))
  return missing === undefined ? undefined : `${missing[1]} is missing (apt-get install ${missing[0]})`
}

export interface Proxy {
  readonly stop: () => Promise<void>
  readonly authority: string | undefined
}

const answers = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, "127.0.0.1")
    const up = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    })
    socket.destroy()
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nobody listens on ${port}`)
}

const started = async (child: ChildProcess, port: number): Promise<() => Promise<void>> => {
  endWithUs(child)
  let output = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  await Promise.race([
    answers(port),
    once(child, "exit").then(() => {
      throw new Error(`the proxy ended: ${output}`)
    })
  ])
  return async () => {
    if (child.exitCode !== null) return
    child.kill("SIGTERM")
    await once(child, "exit")
  }
}

const exchanged = (text: string, pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.reduce((so, [old, now]) => {
    if (!so.includes(old)) throw new Error(`the example has no ${old}`)
    return so.replaceAll(old, now)
  }, text)

export const startNginx = async (
  folder: string,
  options: { readonly port: number; readonly tls: number; readonly replicas: ReadonlyArray<number> }
): Promise<Proxy> => {
  const authority = certificateAuthority(folder)
  const { certificate, key } = authority.issue("localhost")
  const at = (name: string) => path.join(folder, name)
  writeFileSync(at("stowage.crt"), certificate)
  writeFileSync(at("stowage.key"), key)
  const [first, second] = options.replicas
  const servers = exchanged(readFileSync(example("nginx.conf"), "utf8"), [
    ["10.0.0.11:8080", `127.0.0.1:${first}`],
    ["10.0.0.12:8080", `127.0.0.1:${second}`],
    ["/etc/nginx/", `${folder}/`],
    ["listen 80;", `listen unix:${at("plain.sock")};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${options.tls} ssl http2; listen 127.0.0.1:${options.port};`]
  ])
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${at(name)};`)
    .join(" ")
  writeFileSync(
    at("nginx.conf"),
    `daemon off; pid ${at("pid")}; error_log stderr warn; events {} http { access_log off; ${temporary}\n${servers}\n}`
  )
  const stop = await started(
    spawn(programs.nginx, ["-p", folder, "-c", at("nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] }),
    options.port
  )
  return { stop, authority: authority.certificate }
}

export const startCaddy = async (
  folder: string,
  options: { readonly port: number; readonly replicas: ReadonlyArray<number> }
): Promise<Proxy> => {
  const replicas = options.replicas.map((port) => `127.0.0.1:${port}`).join(" ")
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    STOWAGE_HOST: `http://localhost:${options.port}`,
    STOWAGE_REPLICAS: replicas,
    CADDY_ADMIN: `unix/${path.join(folder, "admin.sock")}`
  }
  const validation = spawnSync(
    programs.caddy,
    ["validate", "--adapter", "caddyfile", "--config", example("Caddyfile")],
    { env, encoding: "utf8" }
  )
  if (validation.status !== 0) throw new Error(validation.stderr)
  const stop = await started(
    spawn(programs.caddy, ["run", "--adapter", "caddyfile", "--config", example("Caddyfile")], {
      env,
      stdio: ["ignore", "ignore", "pipe"]
    }),
    options.port
  )
  return { stop, authority: undefined }
}
