import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { NO_CONTENT_POLICY } from './security-headers.ts'

/** The shop's colours (app/app.css); a page that is sent while nothing can be rendered needs no other file. */
const STYLE = `:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#10233a;--copper:#b2501f}
@media(prefers-color-scheme:dark){:root{--paper:#0d1826;--ink:#efeae1;--copper:#e8935c}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:6rem 1rem}
strong{display:block;font-size:1.5rem;letter-spacing:-.035em}
a{color:var(--copper);margin-right:1.5rem}`

const POLICY = `${NO_CONTENT_POLICY}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/**
 * Gives what refuses a request in a sentence the form of a page, for whoever opened or sent it without scripts: programs and scripts get
 * the sentence alone.
 */
export const textPages: MiddlewareHandler = async (c, next) => {
  await next()
  const { status, headers } = c.res
  const isText = headers.get('content-type')?.startsWith('text/plain')
  if (status < 400 || !isText || !c.req.header('accept')?.includes('text/html')) return
  const text = await c.res.text()
  const sent = new Headers(headers)
  sent.delete('content-length')
  sent.set('Content-Type', 'text/html; charset=utf-8')
  sent.set('Content-Security-Policy', POLICY)
  c.res = new Response(pageOf(text, backTo(c.req.header('referer'), c.req.url)), { status, headers: sent })
}

/** The path of the page that the request came from, if that is one of this shop. */
function backTo(referer: string | undefined, url: string): string | undefined {
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined
  // A path that begins with two slashes would lead to another host.
  return from?.host === new URL(url).host && !from.pathname.startsWith('//') ? from.pathname + from.search : undefined
}

const pageOf = (text: string, back: string | undefined): string =>
  `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Alhena</title><style>${STYLE}</style></head><body><main><strong>Alhena</strong><p role="alert">${escaped(text)}</p><p>${
    back === undefined ? '' : `<a href="${escaped(back)}">Volver</a>`
  }<a href="/">Ir al inicio</a></p></main></body></html>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
