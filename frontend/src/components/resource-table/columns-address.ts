export const columnsText = (hidden: Readonly<Record<string, boolean>>): string =>
  Object.entries(hidden)
    .map(([key, isHidden]) => (isHidden ? `-${key}` : key))
    .sort()
    .join(",")

export const hiddenIn = (text: string): Record<string, boolean> =>
  Object.fromEntries(
    text
      .split(",")
      .flatMap((part) =>
        /^-?[A-Za-z_][\w.]{0,99}$/.test(part) ? [part.startsWith("-") ? [part.slice(1), true] : [part, false]] : []
      )
  )
