import { accessSync, constants } from "node:fs"
import * as path from "node:path"
import { type Browser, chromium } from "playwright-core"
import type { Lack } from "./Requirement.ts"

// the headless shell renders pages only; a full browser also draws its user interface
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable"
]
const macOs = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

const executable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = (): string | undefined => {
  const configured = process.env["CHROMIUM_PATH"]
  if (configured !== undefined) return executable(configured) ? configured : undefined
  const folders = (process.env["PATH"] ?? "").split(path.delimiter)
  return [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...macOs].find(executable)
}

export const chromiumLack = (): Lack =>
  find() === undefined ? `none is installed (apt-get install chromium), or CHROMIUM_PATH names no program` : undefined

// disables the browser's own network requests
const quiet = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

export const launchChromium = async (): Promise<Browser> => {
  const executablePath = find()
  if (executablePath === undefined) throw new Error(`no Chromium: ${chromiumLack()}`)
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium's sandbox does not start as root
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu", ...quiet]
  })
}

let shared: Promise<Browser> | undefined

/** Chromium of this process, started on first use. Test files of a worker share it, with own contexts. */
export const sharedChromium = async (): Promise<Browser> => {
  // restart it after a failed start or a crash
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  shared = launchChromium()
  return shared
}
