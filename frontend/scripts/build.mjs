import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { frontend, installed, start } from "./runtime.mjs"

const vite = installed("vite/bin/vite.js")
const quiet = ["--logLevel", process.env.BUILD_LOG ?? "warn"]
// Qwik passes the manifest by a file of a fixed name in the temporary folder: concurrent builds would mix them up.
const ownTemp = mkdtempSync(path.join(tmpdir(), "stowage-build-"))
process.env.TMPDIR = process.env.TEMP = process.env.TMP = ownTemp

const running = new Set()
const end = () => {
  for (const child of running) child.kill()
  rmSync(ownTemp, { recursive: true, force: true })
}
process.on("exit", end)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1))

const step = (name, ...command) => {
  const began = Date.now()
  const child = start(...command)
  running.add(child)
  const done = new Promise((resolve) => {
    child.once("exit", (code) => {
      running.delete(child)
      if (code !== 0) process.exit(code ?? 1)
      process.stderr.write(`  ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
      resolve()
    })
  })
  return { child, done }
}

rmSync(`${frontend}dist`, { recursive: true, force: true })
await Promise.all([import("./icons.mjs"), import("./world.mjs")])
const server = step("server", vite, "build", "-c", "adapters/node/vite.config.ts", ...quiet)
const client = step("client", vite, "build", "--emptyOutDir", "false", ...quiet)
const pdf = step("page of PDFs", `${frontend}scripts/pdf.mjs`)
await client.done
server.child.send("client built")
await pdf.done
const compression = step("compression", `${frontend}scripts/compress.mjs`)
await server.done
compression.child.send("server built")
await compression.done
