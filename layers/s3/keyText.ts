/**
 * Keys are listed with `encoding-type=url`, since XML cannot carry every character of one. RGW writes a space as %20 and
 * `/` as %2F (S13), Amazon a space as `+`; both write a plus as %2B.
 */
export const decodeKey = (text: string): string =>
  text.includes("%") || text.includes("+") ? decodeURIComponent(text.replaceAll("+", "%20")) : text

/**
 * Whether XML can name a key exactly: not most control characters nor U+FFFE and U+FFFF, for which RGW refuses the whole
 * batch as malformed, and not white space alone, which parsers drop. Such keys are deleted one by one.
 */
export const xmlCarries = (key: string): boolean => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(key) && key.trim() !== ""
