/** What waits in a test until the test says so. */
export const gate = () => {
  let open = () => {}
  const until = new Promise<void>((resolve) => { open = resolve })
  return { until, open }
}
