import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import type { RealGateway } from "../../test/support/RealGateway.ts"

export const runProgram = async (
  program: string,
  args: ReadonlyArray<string>,
  env: Record<string, string> = {}
): Promise<void> => {
  // rclone cannot use this bundle
  const { AWS_CA_BUNDLE: _, ...own } = process.env
  const child = spawn(program, args, { env: { ...own, ...env }, stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  const [code] = (await once(child, "exit")) as [number]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.slice(-1_000)}`)
}

export const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).status === 0

const remote = (name: string, { accounts: [{ root }], url }: RealGateway): Record<string, string> => ({
  [`RCLONE_CONFIG_${name}_TYPE`]: "s3",
  [`RCLONE_CONFIG_${name}_PROVIDER`]: "Ceph",
  [`RCLONE_CONFIG_${name}_ENDPOINT`]: url,
  [`RCLONE_CONFIG_${name}_ACCESS_KEY_ID`]: root.accessKey,
  [`RCLONE_CONFIG_${name}_SECRET_ACCESS_KEY`]: root.secretKey
})

export const rclone = (gateway: RealGateway, ...args: ReadonlyArray<string>): Promise<void> =>
  runProgram("rclone", args, remote("GATEWAY", gateway))

/** The remotes are `gateway:` and `other:`. */
export const rcloneBetween = (
  gateway: RealGateway,
  other: RealGateway,
  ...args: ReadonlyArray<string>
): Promise<void> => runProgram("rclone", args, { ...remote("GATEWAY", gateway), ...remote("OTHER", other) })
