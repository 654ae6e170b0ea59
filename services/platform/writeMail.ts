import type { MailMessage } from "./Mail.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<string>): string =>
  parts.map((part, index) => part + (index < values.length ? escaped(values[index] ?? "") : "")).join("")

/** Prevents header injection through line breaks. */
const oneLine = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ").trim()

export interface MailContent {
  readonly to: string
  readonly subject: string
  readonly title: string
  readonly paragraphs: ReadonlyArray<string>
  readonly link: { readonly label: string; readonly href: string } | null
  readonly product: string
}

const paragraph = (text: string) => html`<p style="margin:0 0 12px">${text}</p>`

export const writeMail = (letter: MailContent): MailMessage => {
  const { link, paragraphs, product, subject, title, to } = letter
  return {
    to: oneLine(to),
    subject: oneLine(subject),
    text: [
      title,
      "",
      ...paragraphs.flatMap((text) => [text, ""]),
      ...(link === null ? [] : [`${link.label}: ${link.href}`, ""]),
      `-- ${product}`
    ].join("\n"),
    html: [
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>`,
      `<body style="margin:0;padding:24px;background:#f5f6f8;color:#1b2230;font:15px/1.5 system-ui,sans-serif">`,
      `<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid ` +
        `#dfe3ea;border-radius:10px">`,
      html`<h1 style="margin:0 0 16px;font-size:18px">${title}</h1>`,
      ...paragraphs.map(paragraph),
      ...(link === null
        ? []
        : [html`<p style="margin:16px 0"><a href="${link.href}" style="color:#1f4fc4">${link.label}</a></p>`]),
      html`<p style="margin:20px 0 0;color:#5b6472;font-size:13px">${product}</p>`,
      `</div></body></html>`
    ].join("")
  }
}
