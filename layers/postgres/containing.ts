/** Escapes a text for `ilike`. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
