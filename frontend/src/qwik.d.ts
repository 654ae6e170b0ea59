import "@builder.io/qwik"

declare module "@builder.io/qwik" {
  // the property of the DOM cannot be written, and so Qwik's types leave out the attribute
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- declarations that are merged must have the same parameters
  interface HTMLAttributes<E extends Element> {
    list?: string | undefined
  }
}
