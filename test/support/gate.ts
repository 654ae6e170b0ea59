export const gate = () => {
  let open = () => {}
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { until, open }
}
