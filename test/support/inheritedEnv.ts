const names = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE", "STOWAGE_TEST_RUN"]

/**
 * The environment of every program that a test starts: what it needs to run, and the mark by which the run finds
 * and ends it. Settings of the machine must not reach it.
 */
export const inheritedEnv: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
)
