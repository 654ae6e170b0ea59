import path from "node:path"
import { install, root, runNode } from "./runtime.mjs"

await install()
process.exitCode = await runNode([path.join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write", "."])
