/** An empty object whose key ends in `/` makes an empty folder visible; with content it is a normal object. */
export const isFolderMarker = ({ key, size_bytes }: { readonly key: string; readonly size_bytes: number }): boolean =>
  key.endsWith("/") && size_bytes === 0
