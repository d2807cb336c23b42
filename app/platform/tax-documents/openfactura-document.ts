import { cutText } from '#app/kernel/text.ts'
import { type DocumentRequest, FINAL_CONSUMER_RUT } from './tax-documents.ts'

/**
 * Pesos from which a boleta names its receiver and says how it was paid. The SII asks for both above 135 UF (Formato
 * Boletas Electrónicas 4.2; Ley 21.713). The UF has been above $37.037 since 2024, so this is always below 135 UF.
 */
const NAMED_FROM = 5_000_000

/** Codes of the field MedioPago of a boleta: electronic payment, transfer, other. */
const MEANS = { card: 2, transfer: 3, other: 5 } as const

/** Longest texts of the SII's format. */
const LONGEST = { name: 80, description: 1000, reason: 90 } as const

/** Drops absent fields: the SII's schema refuses empty ones. */
const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/**
 * A document as OpenFactura takes it: the SII's names and order of fields in JSON (documentation of OpenFactura, POST
 * /v2/dte/document). The folio is 0: OpenFactura assigns it. What could not be verified is in docs/tax-documents.md.
 */
export function openFacturaBody(document: DocumentRequest): unknown {
  const { kind, lines, reference } = document
  return {
    // Upper case. Without 'LETTER' or '80MM' the PDF is a letter page.
    response: ['XML', 'PDF', 'FOLIO'],
    dte: {
      Encabezado: {
        IdDoc: idOf(document),
        Emisor: issuerOf(document),
        Receptor: receiverOf(document),
        Totales: totalsOf(document),
      },
      // One line per product, of quantity 1: seats are priced together, and a price per seat would not multiply to the line's pesos.
      Detalle: lines.map(({ name, description, amount }, index) =>
        present({
          NroLinDet: index + 1,
          NmbItem: cutText(name, LONGEST.name),
          DscItem: description && cutText(description, LONGEST.description),
          QtyItem: 1,
          PrcItem: amount,
          MontoItem: amount,
        }),
      ),
      ...(kind === 61 &&
        reference && {
          Referencia: [
            {
              NroLinRef: 1,
              TpoDocRef: String(reference.kind),
              FolioRef: String(reference.folio),
              FchRef: reference.day,
              // 1 annuls the document, 3 corrects its amounts.
              CodRef: reference.annuls ? '1' : '3',
              RazonRef: cutText(reference.reason, LONGEST.reason),
            },
          ],
        }),
    },
  }
}

const isNamed = ({ totals }: DocumentRequest): boolean => totals.total >= NAMED_FROM

function idOf(document: DocumentRequest) {
  const { kind, day, paidBy } = document
  const id = { TipoDTE: kind, Folio: 0, FchEmis: day }
  // 3: sales and services.
  if (kind === 39) return { ...id, IndServicio: '3', ...(isNamed(document) && { MedioPago: MEANS[paidBy] }) }
  // Sales of the company's own line of business, paid at once.
  return { ...id, TpoTranVenta: '1', FmaPago: '1' }
}

/** Boletas have other names for the same fields, and no Acteco. */
function issuerOf({ kind, issuer }: DocumentRequest) {
  const { rut, name, activity, activityCode, address, commune, branchCode } = issuer
  const origin = { DirOrigen: address, CmnaOrigen: commune, CdgSIISucur: branchCode }
  return kind === 39
    ? present({ RUTEmisor: rut, RznSocEmisor: name, GiroEmisor: activity, ...origin })
    : present({ RUTEmisor: rut, RznSoc: name, GiroEmis: activity, Acteco: activityCode, ...origin })
}

function receiverOf(document: DocumentRequest) {
  const { rut, name, activity, address, commune } = document.receiver
  if (document.kind === 39) {
    return present({ RUTRecep: rut, RznSocRecep: rut !== FINAL_CONSUMER_RUT || isNamed(document) ? name : undefined })
  }
  return present({ RUTRecep: rut, RznSocRecep: name, GiroRecep: activity, DirRecep: address, CmnaRecep: commune })
}

function totalsOf({ kind, totals: { net, vat, total } }: DocumentRequest) {
  return kind === 39
    ? { MntNeto: net, IVA: vat, MntTotal: total, TotalPeriodo: total, VlrPagar: total }
    : { MntNeto: net, TasaIVA: '19', IVA: vat, MntTotal: total, MontoPeriodo: total, VlrPagar: total }
}
