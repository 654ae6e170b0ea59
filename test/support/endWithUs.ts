import { type ChildProcess, spawn } from "node:child_process"
import { Socket } from "node:net"

const GRACE = 10

/** Reads a line after the process has ended; at end of input alone the parent died, and it ends the process. */
const watcher = `
trap '' HUP INT TERM
read -r line && exit 0
kill -s "$2" "$1" 2>/dev/null || exit 0
seconds=0
while kill -0 "$1" 2>/dev/null && [ "$seconds" -lt ${GRACE} ]; do sleep 1; seconds=$((seconds + 1)); done
kill -s KILL "$1" 2>/dev/null
`

type StopSignal = "TERM" | "INT" | "KILL"

/** Ends a process when this one ends, also after SIGKILL. Call `release` after the process has ended. */
export const endPidWithUs = (pid: number, signal: StopSignal = "TERM"): { readonly release: () => void } => {
  const guard = spawn("sh", ["-c", watcher, "endWithUs", String(pid), signal], {
    // own session: signals to our process group do not reach it
    stdio: ["pipe", "ignore", "ignore"],
    detached: true
  })
  const { stdin } = guard
  stdin.on("error", () => {})
  guard.unref()
  // watcher and pipe must not keep this process alive
  if (stdin instanceof Socket) stdin.unref()
  return {
    release: () => {
      stdin.end("ended\n")
    }
  }
}

export const endWithUs = (child: ChildProcess, signal?: StopSignal): void => {
  if (child.pid === undefined) return
  const { release } = endPidWithUs(child.pid, signal)
  child.once("exit", release)
}
