const names = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE", "STOWAGE_TEST_RUN"]

/** Environment of child processes, with the mark of the run. Settings of the machine must not leak in. */
export const inheritedEnv: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
)
