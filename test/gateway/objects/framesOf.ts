/** What the frames of a stream say, in their order. */
export const framesOf = (text: string): ReadonlyArray<{ readonly event: string; readonly data: any }> =>
  text.split("\n\n").flatMap((part) => {
    const event = /^event: (.*)$/m.exec(part)?.[1]
    const data = /^data: (.*)$/m.exec(part)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
  })
