import { formatLongDate } from '#app/kernel/dates.ts'
import type { PdfDocument } from '#app/platform/pdf/pdf-document.ts'
import type { Certificate } from './workshops.db.server.ts'
import { certificatePath, fillText } from './workshops.ts'

/** `3 de diciembre de 2026` of a calendar day: noon is on the same day in Santiago whatever the season. */
export const dayText = (day: string): string => formatLongDate(new Date(`${day}T15:00:00Z`))

type Input = {
  certificate: Certificate
  /**
   * The workshop's own text with placeholders for name, workshop and date, for certificates without a stored text;
   * undefined: the shop's.
   */
  words: string | undefined
  /** The shop's name. */
  brand: string
  appUrl: string
  now: Date
}

/** A certificate as a document, with its workshop's text. */
export function certificateDocument({ certificate, words: today, brand, appUrl, now }: Input): PdfDocument {
  const { code, full_name, workshop, held_on, seller } = certificate
  const date = dayText(held_on)
  const texts =
    (certificate.words ?? today) || 'Se certifica que {nombre} participó en el taller «{taller}», realizado el {fecha}.'
  const address = appUrl + certificatePath(code)
  return {
    title: `Certificado de ${full_name}`,
    subject: workshop,
    brand,
    author: seller.razon_social,
    letterhead: [seller.razon_social, `RUT ${seller.rut_empresa}`, seller.direccion, seller.correo_soporte],
    heading: { kind: 'Certificado de participación', name: workshop },
    facts: [
      { label: 'Fecha', value: date },
      { label: 'Código', value: code },
    ],
    blocks: [
      {
        kind: 'facts',
        groups: [
          { title: 'Otorgado a', facts: [{ label: 'Nombre', value: full_name }] },
          { title: 'Por', facts: [{ label: 'Taller', value: workshop }] },
        ],
      },
      {
        kind: 'text',
        title: 'Se certifica',
        paragraphs: [fillText(texts, { nombre: full_name, taller: workshop, fecha: date })],
      },
      {
        kind: 'text',
        title: 'Cómo comprobarlo',
        paragraphs: [`En ${address} se confirman el nombre, el taller y la fecha.`],
      },
    ],
    footer: `${seller.razon_social} · Certificado ${code}`,
    createdAt: now,
  }
}
