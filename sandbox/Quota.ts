export interface Quota {
  readonly enabled: boolean
  readonly max_size: number
  readonly max_objects: number
}

export const noQuota: Quota = { enabled: false, max_size: -1, max_objects: -1 }

/** RGW rounds kilobytes up, and prints 0 for no limit. */
export const quotaJson = (quota: Quota) => ({
  enabled: quota.enabled,
  check_on_raw: false,
  max_size: quota.max_size,
  max_size_kb: quota.max_size < 0 ? 0 : Math.ceil(quota.max_size / 1024),
  max_objects: quota.max_objects
})

export const roundedSize = (size: number): number => Math.ceil(size / 4096) * 4096

export const exceeds = (
  quota: Quota,
  used: { readonly objects: number; readonly sizeActual: number },
  added: number
): boolean =>
  quota.enabled &&
  ((quota.max_objects >= 0 && used.objects + 1 > quota.max_objects) ||
    (quota.max_size >= 0 && used.sizeActual + roundedSize(added) > quota.max_size))

const numberOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text.trim() === "") return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : undefined
}

export const changedQuota = (
  quota: Quota,
  query: ReadonlyMap<string, string>,
  options: { readonly kilobytes: boolean }
): Quota => {
  const kilobytes = options.kilobytes ? numberOf(query.get("max-size-kb")) : undefined
  const enabled = query.get("enabled")
  return {
    enabled: enabled === undefined ? quota.enabled : enabled === "true" || enabled === "1",
    max_size:
      numberOf(query.get("max-size")) ?? (kilobytes === undefined ? undefined : kilobytes * 1024) ?? quota.max_size,
    max_objects: numberOf(query.get("max-objects")) ?? quota.max_objects
  }
}
