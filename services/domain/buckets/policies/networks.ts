interface Network {
  readonly address: bigint
  readonly width: 32 | 128
  readonly bits: number
}

const ipv4 = (text: string): bigint | null => {
  const parts = text.split(".")
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

const ipv6 = (text: string): bigint | null => {
  const halves = text.split("::")
  if (halves.length > 2) return null
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")))
  const [head = [], tail = []] = groups
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const all = [...head, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...tail]
  if (!all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

const readNetwork = (text: string): Network | null => {
  const [host = "", length] = text.split("/")
  const width = host.includes(":") ? 128 : 32
  const address = width === 128 ? ipv6(host) : ipv4(host)
  const bits = length === undefined ? width : /^\d{1,3}$/.test(length) ? Number(length) : -1
  return address === null || bits < 0 || bits > width ? null : { address, width, bits }
}

export const inNetwork = (address: string, network: string): boolean | null => {
  const [client, range] = [readNetwork(address), readNetwork(network)]
  if (client === null || range === null) return null
  if (client.width !== range.width) return false
  const shift = BigInt(range.width - range.bits)
  return client.address >> shift === range.address >> shift
}
