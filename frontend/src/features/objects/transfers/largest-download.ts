/** Maximum of bytes that a page downloads into memory. */
export const LARGEST = 1024 ** 3
