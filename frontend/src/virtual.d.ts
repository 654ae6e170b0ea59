/** `src/early/early.ts`, compiled into one script (build/inlineProgram.ts). */
declare module "virtual:early" {
  const program: string
  export default program
}

/** The chunks that each chunk imports at once, by file name (build/chunkImports.ts). */
declare module "virtual:chunk-imports" {
  const imports: Readonly<Record<string, ReadonlyArray<string>>>
  export default imports
}
