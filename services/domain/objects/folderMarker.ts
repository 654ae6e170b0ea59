/** An empty object whose key ends in `/`: it makes an empty folder visible, and is listed as that folder alone. With content it is an object like any other. */
export const isFolderMarker = ({ key, size_bytes }: { readonly key: string; readonly size_bytes: number }): boolean => key.endsWith("/") && size_bytes === 0
