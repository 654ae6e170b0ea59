/** An `ilike` pattern for whatever contains a text, literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
