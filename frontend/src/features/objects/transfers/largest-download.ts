/** In bytes: the page holds the download in memory. */
export const MAX_DOWNLOAD_BYTES = 1024 ** 3
