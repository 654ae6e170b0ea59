/** Bytes of an object that a page holds to save them. */
export const LARGEST = 1024 ** 3
