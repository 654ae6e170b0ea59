import { accessSync, constants } from "node:fs"
import * as path from "node:path"
import { type Browser, chromium } from "playwright-core"
import type { Lack } from "./Requirement.ts"

// the shell draws pages alone: a browser without a screen still draws its own bars and menus for nobody
const names = ["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const macOs = ["/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]

const executable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // not there, or not to be run
    return false
  }
}

const find = (): string | undefined => {
  const named = process.env["CHROMIUM_PATH"]
  if (named !== undefined) return executable(named) ? named : undefined
  const folders = (process.env["PATH"] ?? "").split(path.delimiter)
  return [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...macOs].find(executable)
}

/** Why there is no Chromium to test with. */
export const chromiumLack = (): Lack =>
  find() === undefined
    ? `none is installed (apt-get install chromium), or CHROMIUM_PATH names no program`
    : undefined

// a browser that talks to nobody but the page under test
const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

/** A headless Chromium with an empty profile; the caller closes it. */
export const launchChromium = async (): Promise<Browser> => {
  const executablePath = find()
  if (executablePath === undefined) throw new Error(`no Chromium: ${chromiumLack()}`)
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium's own sandbox does not start as root
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu", ...quiet]
  })
}

let shared: Promise<Browser> | undefined

/**
 * The Chromium of this process, started when it is first asked for: files that run in one worker open their windows in it, each
 * in contexts of its own. It ends with the process.
 */
export const sharedChromium = async (): Promise<Browser> => {
  // of a browser that did not come up, or went, the next file gets another
  const there = await shared?.catch(() => undefined)
  if (there?.isConnected() === true) return there
  shared = launchChromium()
  return shared
}
