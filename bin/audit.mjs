// npm run audit: known vulnerabilities of what runs in production, as the registry tells them. Exit code 1: there are some of severity high or worse.
// A registry that cannot be asked is said in one line and is no failure: what is known of a package does not depend on this checkout.
import { spawnSync } from "node:child_process"
import { root } from "./runtime.mjs"

const npm = process.platform === "win32" ? "npm.cmd" : "npm"
// the workspace is what builds the console: none of it is loaded by the service
const { stdout } = spawnSync(npm, ["audit", "--omit=dev", "--omit=optional", "--workspaces=false", "--json"], { cwd: root, encoding: "utf8", timeout: 60_000 })

/** What npm answered, null when that is no report. */
const report = () => {
  try {
    const answer = JSON.parse(stdout)
    return answer.auditReportVersion === undefined ? null : answer
  } catch {
    // nothing at all, as without a network
    return null
  }
}

const found = report()
if (found === null) process.stdout.write("not audited: the package registry does not answer\n")
else {
  const { critical, high, low, moderate } = found.metadata.vulnerabilities
  process.stdout.write(`known vulnerabilities of production packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low\n`)
  for (const { name, range, severity } of Object.values(found.vulnerabilities)) process.stdout.write(`  ${severity}: ${name} ${range}\n`)
  process.exitCode = critical + high > 0 ? 1 : 0
}
