import { appendFileSync, writeFileSync } from "node:fs"
import path from "node:path"

const round = (milliseconds) => Math.round(milliseconds / 100) / 10

const secondsOf = (module) => {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return round(collectDuration + setupDuration + duration)
}

const outcomeOf = (root) => (module) => {
  const tests = [...module.children.allTests()]
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const failed = inState("failed").map(({ fullName }) => fullName)
  return {
    file: path.relative(root, module.moduleId),
    seconds: secondsOf(module),
    passed: inState("passed").length,
    // never ran because the run was interrupted
    pending: inState("pending").length,
    skipped: inState("skipped").length,
    // a failed hook of a file or suite has no test to name
    failed: failed.length === 0 && module.state() === "failed" ? ["(outside every test)"] : failed
  }
}

export default class Report {
  onInit(vitest) {
    this.root = vitest.config.root
  }

  /** Saves the measurements of killed runs. */
  onTestModuleEnd(module) {
    const { STOWAGE_TEST_REPORT: report } = process.env
    appendFileSync(`${report}.files`, `${JSON.stringify(outcomeOf(this.root)(module))}\n`)
  }

  onTestRunEnd(modules, errors, reason) {
    const outcome = { reason, errors: errors.length, files: modules.map(outcomeOf(this.root)) }
    writeFileSync(process.env.STOWAGE_TEST_REPORT, JSON.stringify(outcome))
  }
}
