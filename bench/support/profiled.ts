const folder = process.env["PROFILE"]

export const profiled: { readonly program?: ReadonlyArray<string> } =
  folder === undefined
    ? {}
    : {
        program: [
          "--cpu-prof",
          `--cpu-prof-dir=${folder}`,
          "--max-old-space-size=192",
          "--max-semi-space-size=8",
          "layers/commands/main.ts",
          "serve",
          "--migrate"
        ]
      }
