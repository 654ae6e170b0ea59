/** In a tiny run (`npm run bench -- --tiny`) every bench runs once at a small size, and no figure is judged. */
const isTiny = process.env["BENCH_SIZE"] === "tiny"

export const benchSize = (variable: string, usual: number, tiny: number): number =>
  Number(process.env[variable] ?? (isTiny ? tiny : usual))

export const missLimit = (): void => {
  if (!isTiny) process.exitCode = 1
}
