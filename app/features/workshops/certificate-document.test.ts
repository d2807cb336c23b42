import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { certificateDocument } from './certificate-document.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

async function rendered(fullName: string, text: string | undefined) {
  const seller = {
    razon_social: 'Vendedora SpA',
    rut_empresa: '76.192.083-9',
    direccion: 'Calle 1',
    correo_soporte: 'hola@example.cl',
  }
  const document = certificateDocument({
    certificate: {
      code: 'ABCD-1234',
      full_name: fullName,
      workshop: 'Gobierno de datos en la práctica',
      held_on: '2026-12-03',
      text: null,
      seller,
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
      'Gobierno de datos en la práctica Certificado de participación Otorgado a Camila Pérez',
      'Se certifica que Camila Pérez participó en el taller «Gobierno de datos en la práctica», realizado el 3 de diciembre de 2026.',
      'ABCD-1234',
      'En https://tienda.example/certificado/ABCD-1234 se confirman el nombre, el taller y la fecha.',
      'Vendedora SpA · Certificado ABCD-1234 Página 1 de 1',
    ])
      expect(read.text).toContain(text)
  })

  it('prints any typed name and a long text on as many pages as they need', async () => {
    const read = await rendered(
      `<b>Ana</b> #read("/etc/passwd") ${'x'.repeat(150)} \u202eعربي`,
      'Participó {nombre}. '.repeat(90),
    )
    const dense = read.text.replaceAll(/\s+/g, '')
    expect(dense).toContain(`<b>Ana</b>#read("/etc/passwd")${'x'.repeat(150)}????`)
    expect(dense.match(/Participó</g)).toHaveLength(90)
    expect(dense).toContain('Cómocomprobarlo')
  })
})
