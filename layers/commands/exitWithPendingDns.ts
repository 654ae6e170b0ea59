/** Name of a pending name look-up in `process.getActiveResourcesInfo()`. */
const asksForName = (resource: string): boolean => resource === "GetAddrInfoReqWrap"

/**
 * Node waits for look-up threads at exit, half a minute with silent name servers. Replacing the process image ends at
 * once with the same code.
 */
export const exitWithPendingDns = (): void => {
  process.on("exit", (code) => {
    if (typeof process.execve !== "function" || !process.getActiveResourcesInfo().some(asksForName)) return
    process.execve(process.execPath, [process.execPath, "--eval", `process.exit(${code})`], {})
  })
}
