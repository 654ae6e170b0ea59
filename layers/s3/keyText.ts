/**
 * Keys are listed with `encoding-type=url`, since XML cannot carry every character of one. RGW writes a space as %20 and
 * `/` as %2F (S13), Amazon a space as `+`; both write a plus as %2B.
 */
export const decodeKey = (text: string): string => decodeURIComponent(text.replace(/\+/g, "%20"))
