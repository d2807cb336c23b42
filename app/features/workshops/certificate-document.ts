import { renderSVG } from 'uqr'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { type PdfDocument, type PdfFact, presentFacts } from '#app/platform/pdf/pdf-document.ts'
import type { Certificate } from './workshops.server.ts'
import { certificatePath, fillText } from './workshops.ts'

/** `3 de diciembre de 2026` of a calendar day: noon is on the same day in Santiago whatever the season. */
export const dayText = (day: string): string => formatLongDate(new Date(`${day}T15:00:00Z`))

/** `3 horas`, `1 hora y 30 minutos`, `45 minutos`. */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && countOf(hours, 'hora', 'horas'), rest > 0 && countOf(rest, 'minuto', 'minutos')]
    .filter(Boolean)
    .join(' y ')
}

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
  name: string
  statement: string
  facts: readonly PdfFact[]
  /** Who signs, with their post and company beneath. */
  signature: { name: string; lines: readonly string[] }
  /** The page that confirms it, as text and as a QR code in SVG. */
  verification: { address: string; qr: string; alt: string; text: string }
}

/** A certificate as a document, with its workshop's text. */
export function certificateDocument(input: Input): PdfDocument<CertificateContent> {
  const { certificate, text: today, brand, appUrl, now } = input
  const { code, full_name, workshop, held_on, minutes, issuer } = certificate
  const { signer } = issuer
  const address = `${appUrl}${certificatePath(code)}`
  const date = dayText(held_on)
  const statement =
    (certificate.text ?? today) || 'Se certifica que {nombre} participó en el taller «{taller}», realizado el {fecha}.'
  return {
    template: 'certificate',
    title: `Certificado de ${full_name}`,
    subject: workshop,
    brand,
    author: issuer.razon_social,
    footer: `${issuer.razon_social} · Certificado ${code}`,
    createdAt: now,
    content: {
      letterhead: [issuer.razon_social, `RUT ${issuer.rut_empresa}`, issuer.direccion, issuer.correo_soporte],
      name: full_name,
      statement: fillText(statement, { nombre: full_name, taller: workshop, fecha: date }),
      facts: presentFacts([
        ['Taller', workshop],
        ['Fecha', date],
        ['Duración', minutes === null ? null : lengthText(minutes)],
        ['Código', code],
      ]),
      signature: signer
        ? { name: signer.name, lines: [signer.post, issuer.razon_social].filter(line => line !== '') }
        : { name: issuer.razon_social, lines: ['Organiza y certifica'] },
      verification: {
        address,
        // 15% of it may be unreadable, as on a folded or copied page.
        qr: renderSVG(address, { ecc: 'M', border: 0 }),
        alt: `Código QR de ${address}`,
        text: `En ${address} se confirman el nombre, el taller${minutes === null ? ' y la fecha' : ', la fecha y la duración'}.`,
      },
    },
  }
}
