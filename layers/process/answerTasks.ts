import { parentPort } from "node:worker_threads"
import type { Answer } from "./Threads.ts"

export const READY = "ready"

export const answerTasks = <Task>(perform: (task: Task) => unknown): void => {
  parentPort?.on("message", (task: Task) => {
    let answer: Answer
    try {
      answer = { value: perform(task) }
    } catch (error) {
      answer = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
    parentPort?.postMessage(answer)
  })
  parentPort?.postMessage(READY)
}
