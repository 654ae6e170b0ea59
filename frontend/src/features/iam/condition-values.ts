import type { FormValues } from "~/components/ui/form"

export const conditionContext = (
  values: FormValues
): { readonly context?: Readonly<Record<string, ReadonlyArray<string>>> } => {
  const text = (name: string) => (values[name] ?? "").trim()
  const lines = text("conditions")
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf("=")
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    })
  const entries = [
    ["aws:SourceIp", text("source_ip")],
    ["aws:CurrentTime", text("time")],
    ["aws:MultiFactorAuthPresent", text("mfa")],
    ["aws:SecureTransport", text("tls")],
    ...lines
  ].filter(([, value]) => value !== "") as ReadonlyArray<readonly [string, string]>
  if (entries.length === 0) return {}
  const context: Record<string, Array<string>> = {}
  for (const [key, value] of entries) (context[key] ??= []).push(value)
  return { context }
}
