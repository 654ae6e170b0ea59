/** XML cannot carry every character: keys are URL-encoded. RGW writes a space as %20 (S13), Amazon as `+`. */
export const decodeKey = (text: string): string =>
  text.includes("%") || text.includes("+") ? decodeURIComponent(text.replaceAll("+", "%20")) : text

/** RGW refuses a batch for most control characters, and parsers drop keys of white space: delete these singly. */
export const isXmlSafeKey = (key: string): boolean =>
  /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(key) && key.trim() !== ""
