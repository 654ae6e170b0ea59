import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const frontend = fileURLToPath(new URL("..", import.meta.url))
export const root = fileURLToPath(new URL("../..", import.meta.url))

const bundled = `${root}node_modules/node-${process.platform}-${process.arch}/bin/node`
export const node =
  Number(process.versions.node.split(".")[0]) >= 24 || !existsSync(bundled) ? process.execPath : bundled

export const installed = (path) => {
  const found = [`${frontend}node_modules/${path}`, `${root}node_modules/${path}`].find(existsSync)
  if (!found) throw new Error(`${path} is not installed: run npm install`)
  return found
}

const options = () => ({ cwd: frontend, env: { ...process.env, NODE_ENV: "production" } })

export const start = (script, ...args) =>
  spawn(node, [script, ...args], { ...options(), stdio: ["inherit", "inherit", "inherit", "ipc"] })

export const run = (script, ...args) => {
  const result = spawnSync(node, [script, ...args], { ...options(), stdio: "inherit" })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
