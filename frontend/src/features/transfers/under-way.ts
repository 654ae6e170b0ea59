/** Uploads that this page is sending, by their ids. */
export const underWay = new Set<string>()
