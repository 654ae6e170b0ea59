import { statSync } from "node:fs"
import path from "node:path"
import { BaseSequencer } from "vitest/node"
import { expectedSeconds } from "./expectedSeconds.mjs"
import { readTimes } from "./times.mjs"

/** Start order: a worker that changes project restarts, so each project runs as one block. */
const projects = ["process", "gateway", "services", "http", "layers", "stalls", "whole", "console", "mocking", "pure"]

const BYTES_PER_SECOND = 1_000

export default class LongestFirst extends BaseSequencer {
  async sort(files) {
    const { root } = this.ctx.config
    const times = { ...expectedSeconds, ...readTimes() }
    const seconds = new Map(
      files.map(({ moduleId }) => [
        moduleId,
        times[path.relative(root, moduleId)] ?? statSync(moduleId).size / BYTES_PER_SECOND
      ])
    )
    const group = ({ project }) => project.config.sequence.groupOrder
    const position = ({ project }) => projects.indexOf(project.name)
    return [...files].sort(
      (a, b) => group(a) - group(b) || position(a) - position(b) || seconds.get(b.moduleId) - seconds.get(a.moduleId)
    )
  }
}
