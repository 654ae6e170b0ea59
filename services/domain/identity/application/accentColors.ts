export interface Accent {
  readonly accent: string
  readonly hover: string
  readonly ink: string
  readonly text: string
}

export interface Accents {
  readonly light: Accent
  readonly dark: Accent
}

type Rgb = readonly [number, number, number]
type Lab = readonly [number, number, number]

/** Backgrounds of accent text per theme, from styles/tokens.css: canvas, surface, sunken, hover, selected. */
const backgrounds = {
  light: ["#ffffff", "#fafbfc", "#f3f5f7", "#eef0f2", "#e6eeff"],
  dark: ["#0a0c10", "#0d1014", "#12151a", "#1b1f25", "#1e222a", "#1d2a4b"]
} as const

/** WCAG 2.2 AA contrast of text, also used for the accent itself, which needs only 3. */
const MIN_CONTRAST = 4.5

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

const luminance = (hex: string): number => {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const labOf = (hex: string): Lab => {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ]
}

const linearRgbOf = ([lightness, a, b]: Lab): Rgb => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
}

const inGamut = (lightness: number, [, a, b]: Lab): string => {
  let twentieths = 20
  let rgb = linearRgbOf([lightness, a, b])
  while (twentieths > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005)) {
    twentieths -= 1
    rgb = linearRgbOf([lightness, (a * twentieths) / 20, (b * twentieths) / 20])
  }
  return `#${rgb
    .map((value) =>
      Math.round(encoded(Math.min(1, Math.max(0, value))) * 255)
        .toString(16)
        .padStart(2, "0")
    )
    .join("")}`
}

const readable = (color: string, on: ReadonlyArray<string>) =>
  on.every((ground) => contrast(color, ground) >= MIN_CONTRAST)

/** Moves lightness away from the backgrounds until the colour is readable on all of them. */
const readableOn = (target: Lab, from: number, step: number, on: ReadonlyArray<string>): string => {
  let lightness = from
  let color = inGamut(lightness, target)
  while (!readable(color, on) && lightness > 0 && lightness < 1) {
    lightness = Math.min(1, Math.max(0, lightness + step))
    color = inGamut(lightness, target)
  }
  return color
}

const inks = ["#ffffff", "#0d1014"] as const

const accentOf = (target: Lab, theme: keyof typeof backgrounds): Accent => {
  const step = theme === "light" ? -0.01 : 0.01
  const on = backgrounds[theme]
  const accent = readableOn(target, theme === "light" ? Math.min(target[0], 0.6) : Math.max(target[0], 0.6), step, on)
  const [lightness] = labOf(accent)
  const ink = contrast(accent, inks[0]) >= contrast(accent, inks[1]) ? inks[0] : inks[1]
  // hover continues in the same direction, away from background and text
  return {
    accent,
    hover: inGamut(Math.min(0.97, Math.max(0.05, lightness + step * 6)), target),
    ink,
    text: readableOn(target, lightness + step * 3, step, on)
  }
}

export const accentsOf = (hex: string): Accents => {
  const target = labOf(hex)
  return { light: accentOf(target, "light"), dark: accentOf(target, "dark") }
}

export const accentStyle = ({ dark, light }: Accents): string => {
  const both = (name: string, key: keyof Accent) => `--${name}:light-dark(${light[key]},${dark[key]})`
  const properties = [
    both("accent", "accent"),
    both("accent-hover", "hover"),
    both("accent-ink", "ink"),
    both("accent-text", "text")
  ]
  return `:root{${properties.join(";")}}`
}
