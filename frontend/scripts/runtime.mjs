// Finds the Node.js that builds the console: this one when it is new enough, else the one from the registry.
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const frontend = fileURLToPath(new URL("..", import.meta.url))
export const root = fileURLToPath(new URL("../..", import.meta.url))

const bundled = `${root}node_modules/node-${process.platform}-${process.arch}/bin/node`
export const node = Number(process.versions.node.split(".")[0]) >= 24 || !existsSync(bundled) ? process.execPath : bundled

/** The file of an installed package, wherever npm hoisted it. */
export const installed = (path) => {
  const found = [`${frontend}node_modules/${path}`, `${root}node_modules/${path}`].find(existsSync)
  if (!found) throw new Error(`${path} is not installed: run npm install`)
  return found
}

const options = () => ({ cwd: frontend, env: { ...process.env, NODE_ENV: "production" } })

/** Starts a script with the chosen Node.js in frontend/. Messages that it is sent with `send` arrive as `process.on("message")`. */
export const start = (script, ...args) => spawn(node, [script, ...args], { ...options(), stdio: ["inherit", "inherit", "inherit", "ipc"] })

/** Runs a script with the chosen Node.js in frontend/, and ends this process with its exit code when it fails. */
export const run = (script, ...args) => {
  const result = spawnSync(node, [script, ...args], { ...options(), stdio: "inherit" })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
