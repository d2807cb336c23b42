import type { Block, MailMessage, Piece } from './message.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, symbol => ENTITIES[symbol] ?? symbol)

const FONT = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
const CODE_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

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
  return `<a class="copper" href="${address}" style="color:#B2501F">${address}</a>`
}

/** In letters that tell 8 from B, never broken at its hyphen, and selected whole by one click. */
const code = (text: string): string =>
  `<code style="font-family:${CODE_FONT};font-size:1.125em;font-weight:600;letter-spacing:0.06em;white-space:nowrap;-webkit-user-select:all;user-select:all">${escapeHtml(text)}</code>`

const INLINE: Record<Piece['kind'], (text: string) => string> = { text: escapeHtml, link: anchor, code }

const inline = (pieces: Piece[]): string => pieces.map(({ kind, text }) => INLINE[kind](text)).join('')

/** The wordmark in letters: a picture would have to be fetched, and many readers fetch none. */
const wordmark = (brand: string): string =>
  `<p class="ink" style="margin:0 0 18px;color:#10233A;font-size:22px;line-height:1.2;font-weight:600;letter-spacing:-0.035em">${escapeHtml(brand)}<span class="copper" aria-hidden="true" style="color:#B2501F;font-size:13px;line-height:1;letter-spacing:0;vertical-align:8px">&#10038;</span></p>`

const title = (content: string): string =>
  `<h1 class="ink" style="margin:0 0 18px;color:#10233A;font-size:20px;line-height:1.3;font-weight:600">${content}</h1>`

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

const button = (label: string, url: string): string =>
  `<p style="margin:20px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:5px;background-color:#10233A;color:#FBFAF7;font-size:16px;font-weight:600;line-height:1.3;text-decoration:none">${escapeHtml(label)}</a></p>`

function blockHtml(block: Block, link: string): string {
  if (block.kind === 'button') return button(block.label, link)
  if (block.kind === 'list') return list(block.items.map(inline))
  if (block.kind !== 'details') return (block.kind === 'heading' ? heading : paragraph)(inline(block.text))
  const rows = block.rows.map(
    row =>
      `<div class="line" style="padding:10px 0;border-top:1px solid #E4E0D8;line-height:1.5"><span class="muted" style="color:#5B6675;font-size:13px">${escapeHtml(row.label)}</span><br><span class="ink" style="color:#10233A;font-size:16px;font-variant-numeric:tabular-nums">${inline(row.value)}</span></div>`,
  )
  return `<div class="line" style="margin:0 0 20px;border-bottom:1px solid #E4E0D8">${rows.join('\n')}</div>`
}

/** The HTML of a mail: one column without tables, brand colours, legible in dark clients. Every value is escaped, and breaks where it is too long. */
export function mailHtml(message: MailMessage): string {
  const { blocks, link } = message
  const [first, ...rest] = blocks
  const ownTitle = first?.kind === 'heading' ? title(inline(first.text)) : undefined
  const body = (ownTitle === undefined ? blocks : rest).map(block => blockHtml(block, link))
  const greeting = paragraph(inline(message.greeting))
  const top = ownTitle === undefined ? [title(escapeHtml(message.subject)), greeting] : [greeting, ownTitle]
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
<div class="paper" role="article" aria-roledescription="email" aria-label="${escapeHtml(message.subject)}" lang="es-CL" style="padding:16px 12px 24px;background-color:#FBFAF7;font-family:${FONT};overflow-wrap:anywhere;word-break:break-word">
<div class="card line" style="max-width:560px;margin:0 auto;padding:24px;background-color:#FFFFFF;border:1px solid #E4E0D8;border-radius:8px">
${[wordmark(message.brand), ...top, ...body].join('\n')}
<div style="height:12px"></div>
${paragraph(inline(message.signature))}
${small(`${inline(message.linkHint)}<br>${anchor(link)}`)}
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

function blockText(block: Block, link: string): string {
  if (block.kind === 'button') return `${block.label}:\n${link}`
  if (block.kind === 'list') return block.items.map(item => `- ${flat(item)}`).join('\n')
  if (block.kind === 'details') return block.rows.map(row => `${row.label}: ${flat(row.value)}`).join('\n')
  return flat(block.text)
}

/** The plain text of a mail: everything that the HTML says. */
export function mailText(message: MailMessage): string {
  return `${[
    flat(message.greeting),
    ...message.blocks.map(block => blockText(block, message.link)),
    flat(message.signature),
    flat(message.supportLine),
    `--\n${flat(message.footer)}`,
  ].join('\n\n')}\n`
}
