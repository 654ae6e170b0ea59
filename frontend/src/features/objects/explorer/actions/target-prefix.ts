/** Text as a one-line field shows it: without line breaks. */
const shown = (text: string): string => text.replace(/[\r\n]/g, "")

/**
 * The folder that the field of a target means: the one that was offered, whatever its name holds, while its text
 * stands; else what was typed, with its slash.
 */
export const targetPrefix = (typed: string, offered: string): string => {
  if (typed === shown(offered)) return offered
  const folder = typed.replace(/^\//, "")
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`
}
