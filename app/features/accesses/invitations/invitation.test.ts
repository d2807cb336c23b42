import { expect, it } from 'vitest'
import { renderStoredMail } from '#app/mails/templates.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { writeInvitation } from './invitation.ts'
import { invitationMail, reminderMail } from './invitation-mail.ts'

const APP_URL = 'https://tienda.example'
const ACCESS = '00000000-0000-4000-8000-000000000000'
const PRODUCT = '00000000-0000-4000-8000-000000000001'

const input = {
  name: 'Pedro Soto',
  accessId: ACCESS,
  email: 'pedro@example.cl',
  access_code: 'AC-23456789',
  expires_at: new Date('2026-09-06T12:00:00Z'),
  product: {
    product_id: PRODUCT,
    slug: 'dama-assessment',
    name: 'Madurez de datos',
    type: 'assessment' as const,
    due_at: null,
    consultant: null,
  },
  buyer: { name: 'Camila Pérez', company: 'Frutos del Maule SpA' },
}

// shows: A9.5
it("leads to the product's respondent address, with the code in the fragment alone, which is never sent", () => {
  const dama = writeInvitation(APP_URL, input)
  const other = writeInvitation(APP_URL, { ...input, product: { ...input.product, slug: 'agilidad' } })
  const query = `access_id=${ACCESS}&assessment_id=${PRODUCT}#codigo=AC-23456789`
  expect(dama.url).toBe(`https://tienda.example/dama-assessment?${query}`)
  expect(other.url).toBe(`https://tienda.example/evaluacion/agilidad?${query}`)
})

it('brings no code to whoever may not know it', () => {
  const { url, message } = writeInvitation(APP_URL, { ...input, access_code: null })
  expect(url).toBe(`https://tienda.example/dama-assessment?access_id=${ACCESS}&assessment_id=${PRODUCT}`)
  expect(message).not.toMatch(/#|AC-/)
})

it('leads to the page of a workshop, with the code as well', () => {
  const workshop = {
    product_id: PRODUCT,
    slug: 'taller-kanban',
    name: 'Kanban',
    type: 'workshop' as const,
    due_at: null,
    consultant: null,
  }
  const { url, message } = writeInvitation(APP_URL, { ...input, product: workshop })
  expect(url).toBe(`https://tienda.example/taller/taller-kanban?access_id=${ACCESS}#codigo=AC-23456789`)
  expect(message).toContain('te invita a participar en «Kanban»')
  for (const part of [url, input.email, input.access_code, '6 de septiembre de 2026']) expect(message).toContain(part)
})

// shows: A2.26
it('contains everything needed to enter', () => {
  const { message } = writeInvitation(APP_URL, input)
  for (const part of [
    'Hola, Pedro Soto:',
    'Camila Pérez, de Frutos del Maule SpA,',
    APP_URL,
    input.email,
    input.access_code,
  ]) {
    expect(message).toContain(part)
  }
  expect(message).toContain('6 de septiembre de 2026')
})

it("asks for the answers by the buyer's own date, unless the access ends before", () => {
  const dueOn = (date: string) =>
    writeInvitation(APP_URL, { ...input, product: { ...input.product, due_at: new Date(date) } }).message
  expect(dueOn('2026-08-31T23:59:59.999-04:00')).toContain('El plazo termina el 31 de agosto de 2026.')
  expect(dueOn('2026-09-30T23:59:59.999-03:00')).toContain('El plazo termina el 6 de septiembre de 2026.')
})

it('omits name and company when they are unknown', () => {
  const { message } = writeInvitation(APP_URL, { ...input, name: '', buyer: { name: 'Camila', company: null } })
  expect(message).toContain('Hola:\n\nCamila te invita')
})

it.each([
  ['assessment', 'dama-assessment', `${APP_URL}/dama-assessment`],
  ['workshop', 'taller-kanban', `${APP_URL}/taller/taller-kanban`],
] as const)('renders as the mail of a %s, with everything needed to enter', (type, slug, link) => {
  const mail = invitationMail({
    accessId: ACCESS,
    accessCode: input.access_code,
    email: input.email,
    firstName: 'Pedro',
    buyer: input.buyer,
    expiresAt: input.expires_at,
    product: {
      product_id: PRODUCT,
      slug,
      name: 'Producto',
      type,
      duration_min: 30,
      duration_max: null,
      result_mode: 'nominative' as const,
      due_at: null,
      consultant: null,
    },
  })
  const { text } = renderStoredMail(mail.template, mail.params, { ...SHOP, appUrl: APP_URL })
  expect(text).toContain(link)
  expect(text).toContain(`access_id=${ACCESS}`)
  expect(text).toContain('#codigo=AC-23456789\n')
  // The outbox has the address without it.
  expect(JSON.stringify(mail.params)).not.toContain('#')
  for (const part of [input.access_code, input.email]) expect(text).toContain(part)
})

const consultant = { name: 'Consultora Norte', client: 'Viña Sur SpA' }

it('names the consultant and the company for which somebody of the consultant invites, and the company for one of its own', () => {
  const from = (is_theirs: boolean) =>
    writeInvitation(APP_URL, { ...input, product: { ...input.product, consultant: { ...consultant, is_theirs } } })
  expect(from(true).message).toContain('Camila Pérez, de Consultora Norte, para Viña Sur SpA, te invita')
  expect(from(false).message).toContain('Camila Pérez, de Viña Sur SpA, te invita')
})

it.each([
  [true, 'nominative', '«Camila Pérez», de «Consultora Norte», para «Viña Sur SpA», te invita', true],
  [false, 'nominative', '«Camila Pérez», de «Viña Sur SpA», te invita', true],
  [true, 'confidential', '«Camila Pérez», de «Consultora Norte», para «Viña Sur SpA», te invita', false],
] as const)(
  "says in its mail who invites and that the consultant's people read as well (%s, %s)",
  (is_theirs, mode, head, reads) => {
    const product = { ...input.product, duration_min: 10, duration_max: null, consultant: { ...consultant, is_theirs } }
    const common = { buyer: input.buyer, product: { ...product, result_mode: mode } }
    const invitation = invitationMail({
      accessId: ACCESS,
      accessCode: input.access_code,
      email: input.email,
      firstName: 'Pedro',
      expiresAt: input.expires_at,
      ...common,
    })
    const { text } = renderStoredMail(invitation.template, invitation.params, { ...SHOP, appUrl: APP_URL })
    expect(text).toContain(head)
    const readers =
      'Las personas de «Consultora Norte» y de «Viña Sur SpA» con acceso a los resultados podrán ver tu nombre, tus respuestas y tus resultados.'
    expect(text.includes(readers)).toBe(reads)
    expect(text).not.toContain('La persona que te invita podrá ver')
    const access = {
      id: ACCESS,
      email: input.email,
      access_code: input.access_code,
      first_name: 'Pedro',
      progress: 0,
      expires_at: input.expires_at,
    }
    const reminder = reminderMail({ access, ...common })
    expect(renderStoredMail(reminder.template, reminder.params, { ...SHOP, appUrl: APP_URL }).text).toContain(
      head.replace('invita', 'invitó'),
    )
  },
)
