/**
 * Keys are listed with `encoding-type=url`: XML cannot carry every character. RGW writes a space as %20 and `/` as %2F
 * (S13), Amazon a space as `+`; both write a plus as %2B.
 */
export const decodeKey = (text: string): string =>
  text.includes("%") || text.includes("+") ? decodeURIComponent(text.replaceAll("+", "%20")) : text

/**
 * Tests whether XML can carry a key. RGW refuses a whole batch for most control characters, U+FFFE and U+FFFF, and
 * parsers drop keys of white space alone. Such keys are deleted singly.
 */
export const xmlCarries = (key: string): boolean =>
  /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(key) && key.trim() !== ""
