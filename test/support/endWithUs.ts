import { type ChildProcess, spawn } from "node:child_process"

/** Reads a word when all is well; at the end of its input alone its starter is gone, and what it watches is ended, at last by force. */
const watcher = `
trap '' HUP INT TERM
read -r word && exit 0
kill -s "$2" "$1" 2>/dev/null || exit 0
seconds=0
while kill -0 "$1" 2>/dev/null && [ "$seconds" -lt 10 ]; do sleep 1; seconds=$((seconds + 1)); done
kill -s KILL "$1" 2>/dev/null
`

/** Ends a process when this one ends, however that happens, SIGKILL included. Call `release` once the process has ended. */
export const endPidWithUs = (pid: number, signal: "TERM" | "INT" | "KILL" = "TERM"): { readonly release: () => void } => {
  // a session of its own: a signal for our whole group does not reach it
  const guard = spawn("sh", ["-c", watcher, "endWithUs", String(pid), signal], { stdio: ["pipe", "ignore", "ignore"], detached: true })
  guard.stdin.on("error", () => {})
  guard.unref()
  const { stdin } = guard as unknown as { readonly stdin: { readonly unref?: () => void } }
  stdin.unref?.()
  return { release: () => { guard.stdin.end("released\n") } }
}

/** The same of a child; nothing is to be released. */
export const endWithUs = (child: ChildProcess, signal?: "TERM" | "INT" | "KILL"): void => {
  if (child.pid === undefined) return
  const { release } = endPidWithUs(child.pid, signal)
  child.once("exit", release)
}
