import type { Block, MailMessage, Piece } from './message.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, symbol => ENTITIES[symbol] ?? symbol)

const FONT = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"

/** Only what inline styles can't express. Clients that ignore it show the light theme. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0d1826 !important; }
  .card { background-color: #142334 !important; border-color: #2a3a4d !important; }
  .ink { color: #efeae1 !important; }
  .muted { color: #a3afbe !important; }
  .copper { color: #e8935c !important; }
  .line { border-color: #2a3a4d !important; }
  .button { background-color: #e8935c !important; color: #1d0f06 !important; }
}`

const anchor = (url: string): string => {
  const address = escapeHtml(url)
  return `<a class="copper" href="${address}" style="color:#B2501F;overflow-wrap:anywhere;word-break:break-word">${address}</a>`
}

const inline = (pieces: Piece[]): string =>
  pieces.map(piece => (piece.link ? anchor(piece.text) : escapeHtml(piece.text))).join('')

const paragraph = (content: string): string =>
  `<p class="ink" style="margin:0 0 16px;color:#10233A;font-size:16px;line-height:1.6">${content}</p>`

const small = (content: string): string =>
  `<p class="muted" style="margin:0 0 8px;color:#5B6675;font-size:13px;line-height:1.5">${content}</p>`

const heading = (content: string): string =>
  `<h2 class="ink" style="margin:24px 0 12px;color:#10233A;font-size:17px;line-height:1.35;font-weight:600">${content}</h2>`

const list = (items: readonly string[]): string =>
  `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;color:#10233A;font-size:16px;line-height:1.6">${items
    .map(item => `<li style="margin:0 0 6px">${item}</li>`)
    .join('\n')}</ul>`

function blockHtml(block: Block): string {
  if (block.kind === 'list') return list(block.items.map(inline))
  if (block.kind !== 'details') return (block.kind === 'heading' ? heading : paragraph)(inline(block.text))
  const rows = block.rows.map(
    row =>
      `<div class="line" style="padding:10px 0;border-top:1px solid #E4E0D8;line-height:1.5"><span class="muted" style="color:#5B6675;font-size:13px">${escapeHtml(row.label)}</span><br><span class="ink" style="color:#10233A;font-size:16px;font-variant-numeric:tabular-nums">${inline(row.value)}</span></div>`,
  )
  return `<div class="line" style="margin:0 0 20px;border-bottom:1px solid #E4E0D8">${rows.join('\n')}</div>`
}

/** The HTML of a mail: one column without tables, brand colours, legible in dark clients. Every value is escaped. */
export function mailHtml(message: MailMessage): string {
  const { label, url } = message.button
  return `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(message.subject)}</title>
<style>${DARK}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#FBFAF7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(message.preheader)}</div>
<div class="paper" role="article" aria-roledescription="email" aria-label="${escapeHtml(message.subject)}" lang="es-CL" style="padding:24px 12px;background-color:#FBFAF7;font-family:${FONT}">
<div class="card line" style="max-width:560px;margin:0 auto;padding:28px 24px;background-color:#FFFFFF;border:1px solid #E4E0D8;border-radius:8px">
<h1 class="ink" style="margin:0 0 20px;color:#10233A;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(message.subject)}</h1>
${paragraph(inline(message.greeting))}
${message.blocks.map(blockHtml).join('\n')}
<p style="margin:24px 0 16px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:5px;background-color:#10233A;color:#FBFAF7;font-size:16px;font-weight:600;line-height:1.3;text-decoration:none">${escapeHtml(label)}</a></p>
${small(`${inline(message.linkHint)}<br>${anchor(url)}`)}
<div style="height:12px"></div>
${paragraph(inline(message.signature))}
${small(inline(message.supportLine))}
</div>
<div style="max-width:560px;margin:0 auto;padding:16px 24px 0">
${small(inline(message.footer))}
</div>
</div>
</body>
</html>
`
}

const flat = (pieces: Piece[]): string => pieces.map(piece => piece.text).join('')

function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.map(item => `- ${flat(item)}`).join('\n')
  if (block.kind === 'details') return block.rows.map(row => `${row.label}: ${flat(row.value)}`).join('\n')
  return flat(block.text)
}

/** The plain text of a mail: everything that the HTML says. */
export function mailText(message: MailMessage): string {
  return `${[
    flat(message.greeting),
    ...message.blocks.map(blockText),
    `${message.button.label}:\n${message.button.url}`,
    flat(message.signature),
    flat(message.supportLine),
    `--\n${flat(message.footer)}`,
  ].join('\n\n')}\n`
}
