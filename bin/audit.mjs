// Exit code 1: severity high or worse. An unreachable registry is no failure, as it says nothing about this checkout.
import { spawnSync } from "node:child_process"
import { root } from "./runtime.mjs"

const npm = process.platform === "win32" ? "npm.cmd" : "npm"
// the workspace builds the console; the service loads none of it
const { stdout } = spawnSync(npm, ["audit", "--omit=dev", "--omit=optional", "--workspaces=false", "--json"], {
  cwd: root,
  encoding: "utf8",
  timeout: 60_000
})

const report = () => {
  try {
    const answer = JSON.parse(stdout)
    return answer.auditReportVersion === undefined ? null : answer
  } catch {
    // no output, as without a network
    return null
  }
}

const found = report()
if (found === null) process.stdout.write("not audited: the package registry does not answer\n")
else {
  const { critical, high, low, moderate } = found.metadata.vulnerabilities
  process.stdout.write(
    `known vulnerabilities of production packages: ${critical} critical, ${high} ` +
      `high, ${moderate} moderate, ${low} low\n`
  )
  for (const { name, range, severity } of Object.values(found.vulnerabilities))
    process.stdout.write(`  ${severity}: ${name} ${range}\n`)
  process.exitCode = critical + high > 0 ? 1 : 0
}
