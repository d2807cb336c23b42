import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHOP } from '#app/platform/mail/shop.ts'
import emails from '#content/emails.es.json' with { type: 'json' }
import type { DeclaredMail } from './declared-mail.ts'
import { readMailContent } from './mail-content.ts'
import { MAIL_DATA, MAIL_FLAGS, MAIL_LISTS } from './mail-data.ts'
import { durationParams, mailParams, MAIL_SAMPLES as samples } from './mail-params.ts'
import { MAILS, type MailTemplate } from './mails.ts'
import { renderMail, renderStoredMail } from './templates.ts'

const shop = { ...SHOP, appUrl: 'https://tienda.example' }

const { duracion: _duration, ...respondent } = samples.respondent_invitation
const templates = Object.keys(samples).map(name => [name])
const sampleOf = (template: string): Record<string, unknown> =>
  ({ ...samples })[template as MailTemplate] as Record<string, unknown>

describe('renderMail', () => {
  it.each(templates)('renders %s in both formats without an unfilled placeholder', template => {
    const mail = renderStoredMail(template, sampleOf(template), shop)
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style>[\s\S]*<\/style>/, '')]) {
      expect(part).not.toMatch(/[{}]|undefined|\[object/)
      expect(part).not.toMatch(/ {2}|\.\./)
    }
    expect(mail.subject.length).toBeGreaterThan(5)
    expect(mail.text).toContain('https://tienda.example/')
    expect(mail.text).toContain('Alhena Demostración SpA')
    expect(mail.html).not.toContain('<table')
  })

  it.each(templates)('has everything in the text of %s that is in the HTML', template => {
    const { html, text } = renderStoredMail(template, sampleOf(template), shop)
    const shown = [...html.matchAll(/<p [^>]*>([^<]*)<\/p>/g)].map(match => decode(match[1] ?? ''))
    expect(shown.length).toBeGreaterThan(2)
    for (const paragraph of shown) expect(text).toContain(paragraph)
  })

  it.each(templates)('shows markup in the values of %s as text', template => {
    const evil = `<script>alert("1")</script>'&`
    const params = poison(sampleOf(template), evil)
    const mail = renderStoredMail(template, params, shop)
    expect(mail.html).not.toMatch(/<script|alert\("1"\)/)
    expect(mail.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;')
    expect(mail.text).toContain(evil)
  })

  it.each(templates)('refuses an unknown or missing parameter of %s', template => {
    expect(() => renderStoredMail(template, { ...sampleOf(template), extra: 'x' }, shop)).toThrow(/extra/)
    for (const name of requiredOf(template as MailTemplate)) {
      const { [name]: _gone, ...rest } = sampleOf(template)
      expect(() => renderStoredMail(template, rest, shop), name).toThrow()
    }
  })

  it.each(templates)('renders %s without optional values', template => {
    const required = requiredOf(template as MailTemplate)
    const params = Object.fromEntries(Object.entries(sampleOf(template)).filter(([name]) => required.includes(name)))
    const mail = renderStoredMail(template, params, shop)
    expect(mail.text).toMatch(/^Hola:\n/)
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined| {2}|\n{3}/)
  })

  it('removes line breaks and invisible characters from subject and text', () => {
    const mail = renderMail(
      'buyer_completion_notice',
      { ...samples.buyer_completion_notice, nombre_participante: 'Eva\r\nBcc: todos@example.cl\u0000\u202ee\u2028x' },
      shop,
    )
    expect(mail.subject).toBe('Eva Bcc: todos@example.cl e x terminó «Madurez de datos»')
    expect(mail.text).not.toContain('\r')
    expect(mail.text).not.toContain('Eva\n')
  })

  it('limits the subject to one short line, whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), name => {
        const { subject } = renderMail(
          'respondent_reminder',
          { ...samples.respondent_reminder, nombre_evaluacion: name },
          shop,
        )
        expect([...subject].length).toBeLessThanOrEqual(180)
        expect(subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
      }),
    )
  })

  it('ignores placeholders in values', () => {
    const mail = renderMail('confirm_email', { ...samples.confirm_email, nombre: '{enlace_confirmacion}' }, shop)
    expect(mail.text).toContain('Hola, {enlace_confirmacion}:')
  })

  it.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://tienda.example/',
  ])('refuses the link %s', address => {
    const params = { ...samples.reset_password, enlace_contrasena: address }
    expect(() => renderMail('reset_password', params, shop)).toThrow('leaves the shop')
  })

  it('uses one link for the button and the address beside it', () => {
    const { html, text } = renderMail('respondent_invitation', samples.respondent_invitation, shop)
    const href = 'https://tienda.example/dama-assessment?access_id=1&amp;assessment_id=2#codigo=AC-23456789'
    expect(html.split(`href="${href}"`)).toHaveLength(3)
    expect(text).toContain(
      'Responder la evaluación:\nhttps://tienda.example/dama-assessment?access_id=1&assessment_id=2#codigo=AC-23456789\n',
    )
  })
})

describe('the mails to invited people', () => {
  const places = (html: string, ...texts: string[]) => texts.map(text => html.indexOf(text))

  it.each([
    ['respondent_invitation', 'te invita a responder', 'Responder la evaluación'],
    ['respondent_reminder', 'te invitó a responder', 'Continuar la evaluación'],
  ] as const)(
    'say in %s who invites, then have the button, the code and the deadline, and then the rest',
    (key, who, button) => {
      const { html, text } = renderMail(key, samples[key], shop)
      const order = [
        `«Ana Rojas», de «Minera Sur», ${who}`,
        `>${button}</a>`,
        'AC-23456789</code>',
        'Hasta el 20 de mayo',
        'lleva tu código',
      ]
      const found = places(html.replace(/^[\s\S]*<h1/, '<h1'), ...order)
      expect(found).not.toContain(-1)
      expect(found).toEqual(found.toSorted((one, other) => one - other))
      expect(html.match(/class="button"/g)).toHaveLength(1)
      expect(text).toMatch(
        new RegExp(
          `${who} [^\n]+\n\n${button}:\nhttps:\\S+#codigo=AC-23456789\n\nCódigo: AC-23456789\nCorreo: [^\n]+\nPlazo: Hasta el `,
        ),
      )
    },
  )

  it('have one title: who invites, in the place of the subject', () => {
    const { html } = renderMail('respondent_invitation', samples.respondent_invitation, shop)
    expect([...html.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, title]) => title)).toEqual([
      '«Ana Rojas», de «Minera Sur», te invita a responder «Madurez de datos»',
    ])
    const other = renderMail('order_receipt', samples.order_receipt, shop)
    expect([...other.html.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, title]) => title)).toEqual([other.subject])
  })
})

describe('variants', () => {
  it("words a duration like the product's page", () => {
    const texts = (min: number, max: number | null) =>
      renderMail('respondent_invitation', { ...respondent, ...durationParams(min, max) }, shop).text
    expect(texts(20, 30)).toContain('Te tomará entre 20 y 30 minutos.')
    expect(texts(20, 20)).toContain('Te tomará unos 20 minutos.')
    expect(texts(15, null)).toContain('Te tomará 15 minutos o más.')
  })

  it('omits a missing deadline', () => {
    const { text } = renderMail('respondent_invitation', { ...respondent, fecha_limite: '' }, shop)
    expect(text).not.toMatch(/plazo/i)
  })

  it('reminds people who have not started of the duration instead of the progress', () => {
    const started = renderMail('respondent_reminder', samples.respondent_reminder, shop)
    expect(started.text).toContain('Avance: 40 %')
    expect(started.text).toContain('Puedes continuar donde quedaste.')
    expect(started.text).toContain('Código: AC-')
    expect(started.text).toContain('Continuar la evaluación')
    const fresh = renderMail('respondent_reminder', { ...samples.respondent_reminder, porcentaje_avance: '0' }, shop)
    expect(fresh.text).not.toMatch(/avance|continuar/i)
    expect(fresh.text).toContain('Te tomará entre 30 y 45 minutos.')
    expect(fresh.text).toContain('Comenzar la evaluación')
  })

  it('says who will read the answers', () => {
    const nominative = renderMail('respondent_invitation', respondent, shop).text
    const confidential = renderMail('respondent_invitation', { ...respondent, confidencial: true }, shop).text
    expect(nominative).toContain('podrá ver tu nombre, tus respuestas y tus resultados')
    expect(confidential).not.toContain('podrá ver tu nombre')
    expect(confidential).toContain('grupos de al menos cinco personas distintas')
  })

  it('tells an own plan from one in which somebody was written down', () => {
    const sample = samples.plan_actions_due
    const theirs = renderMail('plan_actions_due', { ...sample, plan_propio: false }, shop).text
    expect(theirs).toContain('«Ana Rojas», de «Minera Sur», te anotó como responsable en el plan de')
    const own = renderMail('plan_actions_due', { ...sample, plan_propio: true }, shop).text
    expect(own).toContain('Esto vence pronto en tu plan de')
    expect(own).not.toMatch(/anotó|Ana Rojas|Minera Sur/)
  })

  it('lists each product of an order, and a discount only if there is one', () => {
    const { text } = renderMail('order_receipt', samples.order_receipt, shop)
    expect(text).toContain(
      'Producto: Madurez de datos, Para mí, 1 persona: $89.000\nProducto: Agilidad, Empresa, 11 personas: $267.000\n',
    )
    expect(text).toContain('Descuento: $10.000')
    const { descuento_clp: _none, ...rest } = samples.order_receipt
    expect(renderMail('order_receipt', rest, shop).text).not.toContain('Descuento')
  })
})

it('every datum and every list that is declared is said by a mail or by the shop', () => {
  const mails = Object.values<DeclaredMail>(MAILS)
  const lists = new Set(mails.flatMap(mail => mail.lists ?? []))
  const rows = [...lists].flatMap(name => Object.keys(MAIL_LISTS[name][0]))
  const said = mails.flatMap(({ needs, may = [], flags = [] }) => [...needs, ...may, ...flags])
  const declared = [...Object.keys(MAIL_DATA), ...Object.keys(MAIL_FLAGS)]
  expect(declared.toSorted()).toEqual([...new Set([...said, ...rows, ...SHOP_DATA, 'nombre'])].toSorted())
  expect([...lists].toSorted()).toEqual(Object.keys(MAIL_LISTS).toSorted())
})

describe('readMailContent', () => {
  const change = (from: string, to: string): unknown => JSON.parse(JSON.stringify(emails).replace(from, to))

  it('refuses content with a missing or unknown template', () => {
    expect(() => readMailContent({ ...emails, templates: emails.templates.slice(1) })).toThrow('confirm_email')
    expect(() => readMailContent(change('"key":"reset_password"', '"key":"reset"'))).toThrow()
  })
})

/** Data that every mail may say. */
const SHOP_DATA = Object.entries(SHOP).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))

const decode = (html: string): string =>
  html.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '',
  )

const requiredOf = (template: MailTemplate): string[] =>
  Object.entries(mailParams[template].shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([name]) => name)

/** The same parameters with `evil` in every text that is no link. */
function poison(params: Record<string, unknown>, evil: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map(element => poison(element, evil))
        : typeof value === 'string' && !name.startsWith('enlace_')
          ? evil
          : value,
    ]),
  )
}
