/** Chosen columns as an address says them: those that show and, behind a minus, those that do not, beside what the table begins with; "" nothing was chosen. */
export const columnsText = (hidden: Readonly<Record<string, boolean>>): string =>
  Object.entries(hidden).map(([key, isHidden]) => isHidden ? `-${key}` : key).sort().join(",")

/** What an address says of columns; what is no key is left out. */
export const hiddenIn = (text: string): Record<string, boolean> =>
  Object.fromEntries(text.split(",").flatMap((part) => /^-?[A-Za-z_][\w.]{0,99}$/.test(part) ? [part.startsWith("-") ? [part.slice(1), true] : [part, false]] : []))
