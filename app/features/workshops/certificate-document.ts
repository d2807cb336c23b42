import { formatLongDate } from '#app/kernel/dates.ts'
import type { PdfDocument, PdfFact } from '#app/platform/pdf/pdf-document.ts'
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
  text: string | undefined
  /** The shop's name. */
  brand: string
  appUrl: string
  now: Date
}

/** What `documents/certificate.typ` lays out. */
type CertificateContent = {
  letterhead: readonly string[]
  workshop: string
  name: string
  statement: string
  facts: readonly PdfFact[]
  verification: string
}

/** A certificate as a document, with its workshop's text. */
export function certificateDocument(input: Input): PdfDocument<CertificateContent> {
  const { certificate, text: today, brand, appUrl, now } = input
  const { code, full_name, workshop, held_on, seller } = certificate
  const date = dayText(held_on)
  const statement =
    (certificate.text ?? today) || 'Se certifica que {nombre} participó en el taller «{taller}», realizado el {fecha}.'
  return {
    template: 'certificate',
    title: `Certificado de ${full_name}`,
    subject: workshop,
    brand,
    author: seller.razon_social,
    footer: `${seller.razon_social} · Certificado ${code}`,
    createdAt: now,
    content: {
      letterhead: [seller.razon_social, `RUT ${seller.rut_empresa}`, seller.direccion, seller.correo_soporte],
      workshop,
      name: full_name,
      statement: fillText(statement, { nombre: full_name, taller: workshop, fecha: date }),
      facts: [
        { label: 'Fecha', value: date },
        { label: 'Código', value: code },
      ],
      verification: `En ${appUrl}${certificatePath(code)} se confirman el nombre, el taller y la fecha.`,
    },
  }
}
