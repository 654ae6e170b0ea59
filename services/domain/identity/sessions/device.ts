const systems: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux/, "Linux"]
]

// Chrome and Safari derivatives name those too, so specific browsers come first
const browsers: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Vivaldi\//, "Vivaldi"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"]
]

const nameIn = (signs: typeof systems, text: string): string | null =>
  signs.find(([sign]) => sign.test(text))?.[1] ?? null

/** Describes a user agent, e.g. `Firefox on Linux`. Clients can send anything: do not trust it. */
export const deviceOf = (userAgent: string): string => {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)]
  if (browser === null && system === null) return "Unknown device"
  return [browser ?? "Unknown browser", system].filter((part) => part !== null).join(" on ")
}
