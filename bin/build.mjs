import { buildConsole } from "./console.mjs"
import { install } from "./runtime.mjs"

await install({ development: false })
await buildConsole({ always: true })
