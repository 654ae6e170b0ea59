import { renameSync, writeFileSync } from "node:fs"
import { it } from "vitest"
import { startService } from "../../support/ServiceProcess.ts"

it("starts a service with a database of its own and never ends", async () => {
  const file = process.env["ENDLESS_STARTED"]!
  const service = await startService({ env: { SANDBOX_GATEWAY: "false" } })
  writeFileSync(
    `${file}.draft`,
    JSON.stringify({ worker: process.pid, service: service.child.pid, dataDir: service.dataDir })
  )
  renameSync(`${file}.draft`, file)
  await new Promise(() => {})
})
