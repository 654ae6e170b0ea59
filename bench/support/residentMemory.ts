import { readFileSync } from "node:fs"

const SAMPLE_INTERVAL_MILLIS = 100

/** Resident bytes of a process. Linux only. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) * 1_024

/** Samples the resident bytes until `stop`. */
export const peakMemory = (pid: number): { readonly stop: () => void; readonly peak: () => number } => {
  let peak = residentBytes(pid)
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid))
  }, SAMPLE_INTERVAL_MILLIS)
  return { stop: () => clearInterval(sampling), peak: () => peak }
}
