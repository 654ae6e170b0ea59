// Runs on the machine's Node (20 or newer) without packages.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const inRoot = (...parts) => path.join(root, ...parts)

export const say = (line) => process.stderr.write(`${line}\n`)

export const fail = (line) => {
  say(line)
  process.exit(1)
}

const oldestNode = [24, 12]
const newEnough = ([major, minor]) => major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])

export const nodeBinary = () => {
  if (newEnough(process.versions.node.split(".").map(Number))) return process.execPath
  const packaged = inRoot("node_modules", `node-${process.platform}-${process.arch}`, "bin/node")
  if (existsSync(packaged)) return packaged
  return fail(
    `Node ${oldestNode.join(".")} or newer is needed, this is ${process.version}, ` +
      `and there is no packaged one for ${process.platform}-${process.arch}: install Node 24 from nodejs.org`
  )
}

const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex")

export const timed = async (name, work) => {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** Stamp suffix: no development packages. */
const ONLY_PRODUCTION = " production"

const installedPackages = (lock, stamp, lockDigest) => {
  const installed = inRoot("node_modules/.package-lock.json")
  if (!existsSync(installed)) return "none"
  const recorded = existsSync(stamp) ? readFileSync(stamp, "utf8") : ""
  if (recorded === lockDigest) return "all"
  if (recorded === lockDigest + ONLY_PRODUCTION) return "production"
  // npm ran after the lock file was written
  return statSync(installed).mtimeMs < statSync(lock).mtimeMs ? "none" : hasDevelopment() ? "all" : "production"
}

const hasDevelopment = () => existsSync(inRoot("node_modules/vitest"))

/** Leaves matching packages alone, as a service may run from them. Without `development`: those to build and serve. */
export const install = async ({ development = true } = {}) => {
  const lock = inRoot("package-lock.json")
  const stamp = inRoot("node_modules/.stowage-lock")
  const lockDigest = digest(lock)
  const before = installedPackages(lock, stamp, lockDigest)
  const all = development || hasDevelopment()
  if (before === "none" || (before === "production" && all)) {
    const command = before === "none" ? ["ci", ...(all ? [] : ["--omit=dev"])] : ["install", "--no-save"]
    say(`Installing packages (npm ${command.join(" ")}) …`)
    const npm = process.env.npm_execpath?.endsWith(".js")
      ? [process.execPath, process.env.npm_execpath]
      : [process.platform === "win32" ? "npm.cmd" : "npm"]
    const code = await timed("packages", () =>
      run([...npm, ...command, "--no-audit", "--no-fund", "--loglevel=error"], { stdio: ["ignore", 2, 2] })
    )
    if (code !== 0) fail(`npm ${command[0]} failed: see above. Is the network there?`)
    mkdirSync(path.dirname(stamp), { recursive: true })
  }
  const record = lockDigest + (all || before === "all" ? "" : ONLY_PRODUCTION)
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== record) writeFileSync(stamp, record)
}

/** Returns the exit code. Forwards a signal once; a `detached` program gets Ctrl-C only this way and can drain. */
export const run = (command, { onStart, ...options } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), { cwd: root, stdio: "inherit", ...options })
    if (child.pid !== undefined) onStart?.(child)
    const terminal = process.stdin.isTTY === true && options.detached !== true
    let isSignalled = false
    const hand = (signal) => () => {
      // the terminal signals programs in our group itself
      if (isSignalled || (signal === "SIGINT" && terminal)) return
      isSignalled = true
      child.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
    }
    const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => [signal, hand(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    const end = (code) => {
      for (const [signal, handler] of handlers) process.off(signal, handler)
      resolve(code)
    }
    child.once("error", (error) => {
      say(`${command[0]}: ${error.message}`)
      end(127)
    })
    child.once("exit", (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)))
  })

/** The compile cache halves the next start. */
const withCache = () => ({ NODE_COMPILE_CACHE: inRoot(".cache/compiled"), ...process.env })

export const runNode = (args, options) => run([nodeBinary(), ...args], { env: withCache(), ...options })

/** Replaces this process where the system can, so signals reach the service; else runs a child that ends with us. */
export const becomeService = (args) => {
  const node = nodeBinary()
  if (typeof process.execve === "function" && process.platform !== "win32") {
    process.chdir(root)
    process.removeAllListeners("warning")
    process.on("warning", () => {})
    process.execve(node, [node, ...args], withCache())
  }
  const follow = pathToFileURL(inRoot("bin/follow.mjs")).href
  return runNode(["--import", follow, ...args], { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] })
}
