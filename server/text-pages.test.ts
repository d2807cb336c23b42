import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { textPages } from './text-pages.ts'

const app = new Hono()
app.use(textPages)
app.get('/fine', c => c.text('ok'))
app.all('*', c => c.text('Es <demasiado> largo', 413, { 'Retry-After': '2' }))

const HTML = 'text/html,application/xhtml+xml'
const ask = (path: string, headers: Record<string, string>) =>
  app.request(`https://alhena.example${path}`, { method: 'GET', headers })

it('shows a refusal as a page to whoever opens it in a browser', async () => {
  const answer = await ask('/auth', { accept: HTML, referer: 'https://alhena.example/auth?mode=register&a="' })
  const html = await answer.text()
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
    413,
    '2',
    'text/html; charset=utf-8',
  ])
  expect(html).toContain('<p role="alert">Es &lt;demasiado&gt; largo</p>')
  expect(html).toContain('<a href="/auth?mode=register&amp;a=%22">Volver</a>')
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

it.each([undefined, 'https://evil.example/auth', 'https://alhena.example//evil.example', 'no address'])(
  'leads back to no page of others: %s',
  async referer => {
    const answer = await ask('/auth', { accept: HTML, ...(referer !== undefined && { referer }) })
    expect(await answer.text()).not.toContain('Volver')
  },
)

it('leaves the text alone for programs and scripts, and what is no refusal', async () => {
  expect(await (await ask('/auth', { accept: '*/*' })).text()).toBe('Es <demasiado> largo')
  expect(await (await ask('/auth', {})).text()).toBe('Es <demasiado> largo')
  expect(await (await ask('/fine', { accept: HTML })).text()).toBe('ok')
})
