/** In bytes: the page holds the download in memory. */
export const LARGEST = 1024 ** 3
