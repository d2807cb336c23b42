import { afterAll, describe, expect, it } from 'vitest'
import type { Signer } from '#app/platform/mail/shop.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { certificateDocument, lengthText } from './certificate-document.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

async function rendered(fullName: string, text: string | undefined, signer?: Signer) {
  const issuer = {
    razon_social: 'Vendedora SpA',
    rut_empresa: '76.192.083-9',
    direccion: 'Calle 1',
    correo_soporte: 'hola@example.cl',
    signer,
  }
  const document = certificateDocument({
    certificate: {
      code: 'ABCD-1234',
      full_name: fullName,
      workshop: 'Gobierno de datos en la práctica',
      held_on: '2026-12-03',
      minutes: 210,
      text: null,
      issuer,
    },
    text,
    brand: 'Alhena',
    appUrl: 'https://tienda.example',
    now: new Date('2026-12-04T15:00:00Z'),
  })
  const answer = await renderer.render(document, 'ana')
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  const read = await readPdf(answer.value)
  return { ...read, text: read.pages.join('\n').replaceAll('\n', ' ') }
}

describe('the length of a workshop', () => {
  it.each([
    [45, '45 minutos'],
    [60, '1 hora'],
    [61, '1 hora y 1 minuto'],
    [180, '3 horas'],
    [210, '3 horas y 30 minutos'],
  ])('of %i minutes is %s', (minutes, text) => {
    expect(lengthText(minutes)).toBe(text)
  })
})

describe('a printed certificate', () => {
  it('says who took part in what and when, and where to check it', async () => {
    const read = await rendered('Camila Pérez', undefined)
    expect(read).toMatchObject({
      title: 'Certificado de Camila Pérez',
      author: 'Vendedora SpA',
      language: 'es-CL',
      tagged: true,
    })
    expect(read.structure.map(({ role }) => role).filter(role => /^H\d$/.test(role))).toEqual(['H1', 'H2'])
    for (const text of [
      'Certificado de participación Otorgado a Camila Pérez',
      'Duración 3 horas y 30 minutos',
      'Vendedora SpA Organiza y certifica',
      'Se certifica que Camila Pérez participó en el taller «Gobierno de datos en la práctica», realizado el 3 de diciembre de 2026.',
      'ABCD-1234',
      'Vendedora SpA · Certificado ABCD-1234 Página 1 de 1',
    ])
      expect(read.text).toContain(text)
    // The address may break.
    expect(read.text.replaceAll(' ', '')).toContain('Enhttps://tienda.example/certificado/ABCD-1234seconfirman')
  })

  it('breaks the address where to check it after a slash, and no word of it', async () => {
    const { pages } = await rendered('Camila Pérez', undefined)
    const lines = pages.flatMap(page => page.split('\n'))
    expect(lines.some(line => /\/$/.test(line.trim()))).toBe(true)
    for (const part of ['certificado/', 'ABCD-1234']) expect(lines.some(line => line.includes(part))).toBe(true)
  })

  it('names who signs it, with their post and company', async () => {
    const { text } = await rendered('Camila Pérez', undefined, { name: 'Marcela Rojas', post: 'Gerenta de Formación' })
    expect(text).toContain('Marcela Rojas Gerenta de Formación Vendedora SpA')
    expect(text).not.toContain('Organiza y certifica')
  })

  it('prints any typed name and a long text on as many pages as they need', async () => {
    const read = await rendered(
      `<b>Ana</b> #read("/etc/passwd") ${'x'.repeat(150)} \u202eعربي`,
      'Participó {nombre}. '.repeat(90),
    )
    const dense = read.text.replaceAll(/\s+/g, '')
    expect(dense).toContain(`<b>Ana</b>#read("/etc/passwd")${'x'.repeat(150)}عربي`)
    expect(dense.match(/Participó/g)).toHaveLength(90)
    expect(dense).toContain('Cómocomprobarlo')
  })
})
