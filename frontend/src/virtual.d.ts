declare module "virtual:early" {
  const program: string
  export default program
}

declare module "virtual:chunk-imports" {
  const imports: Readonly<Record<string, ReadonlyArray<string>>>
  export default imports
}
