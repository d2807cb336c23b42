import { expect, it } from 'vitest'
import { MAIL_SAMPLES } from '#app/mails/mail-params.ts'
import { renderMail } from '#app/mails/templates.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { framedMail } from './framed-mail.ts'

const ORIGIN = 'http://localhost:3000'

const framed = () => {
  const { html } = renderMail('respondent_invitation', MAIL_SAMPLES.respondent_invitation, { ...SHOP, appUrl: ORIGIN })
  return { html, shown: framedMail(html, ORIGIN) }
}

it('puts a policy that loads and runs nothing before everything else of a mail', () => {
  const { shown } = framed()
  const [, head = ''] = shown.split('<head>')
  expect(head.trimStart()).toMatch(/^<meta http-equiv="Content-Security-Policy" content="default-src 'none';/)
  expect(head).toContain("form-action 'none'")
  expect(head).not.toMatch(/script-src|connect-src|unsafe-eval/)
})

it("opens the shop's links in a new tab, on whatever host the reader is", () => {
  const { html, shown } = framed()
  expect(shown).toContain('<base target="_blank">')
  const before = [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address)
  const after = [...shown.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address)
  expect(before.length).toBeGreaterThan(1)
  expect(before.every(address => address.startsWith(`${ORIGIN}/`))).toBe(true)
  expect(after).toEqual(before.map(address => address.slice(ORIGIN.length)))
})

it.each([
  'https://evil.example/',
  `${ORIGIN}.evil.example/`,
  `${ORIGIN}//evil.example`,
  `${ORIGIN}/\\evil.example`,
  'http://localhost:3001/',
])('makes no path of the shop of %s', address => {
  expect(framedMail(`<head></head><a href="${address}">x</a>`, ORIGIN)).toContain(` href="${address}"`)
})
