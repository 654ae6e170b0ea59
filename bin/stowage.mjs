#!/usr/bin/env node
import { existsSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { memoryFlags } from "./flags.mjs"
import { becomeService, install, root, runNode } from "./runtime.mjs"

const serves = process.argv[2] === "serve"
const lacks = (part) => !existsSync(path.join(root, part))

// a fresh clone installs and builds; a release has everything
if (!lacks("package-lock.json")) {
  if (lacks("node_modules/.package-lock.json")) await install({ development: false })
  if (serves && (lacks("frontend/dist") || lacks("frontend/server-dist"))) await buildConsole()
}

// relative paths start at the caller's folder; npm sets INIT_CWD itself
if (process.env.npm_lifecycle_event !== "stowage") process.env.INIT_CWD = process.cwd()

const main = path.join(root, "layers/commands/main.ts")
// the default DATA_DIR, ./data, is in this folder
const args = [...memoryFlags(), main, ...process.argv.slice(2)]
process.exitCode = serves ? await becomeService(args) : await runNode(args)
