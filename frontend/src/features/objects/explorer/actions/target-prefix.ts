/** One-line fields drop line breaks. */
const shown = (text: string): string => text.replace(/[\r\n]/g, "")

/** Unchanged text means the offered folder, whose name may contain line breaks. Typed text gets its slash. */
export const targetPrefix = (typed: string, offered: string): string => {
  if (typed === shown(offered)) return offered
  const folder = typed.replace(/^\//, "")
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`
}
