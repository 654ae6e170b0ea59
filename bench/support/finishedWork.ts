import type { managedService } from "./managedService.ts"

export const finishedWork = async (
  { browser, contextId }: Awaited<ReturnType<typeof managedService>>,
  of: "browser" | "manager",
  path: string,
  body: object
): Promise<void> => {
  const context = `context_id=${contextId}`
  const begun = await browser.post(`/api/${of}/buckets/${path}?${context}`, body)
  if (begun.status !== 201) throw new Error(begun.text)
  const run = `/api/${of}/work/${begun.body["id"]}`
  for (let state = ""; state !== "completed"; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    state = (await browser.get(`${run}?${context}`)).body["state"]
    if (/canceled|errors/.test(state)) throw new Error((await browser.get(`${run}/items?${context}`)).text)
  }
}
