// What OpenFactura checks before it issues a document, from its documentation (POST /v2/dte/document) and the SII's formats
// to which that refers: names, types and presence of fields by kind of document, and the sums.

export type Detail = { field: string; issue: string }
export type Refusal = { code: string; message: string; details: Detail[] }

type Fields = Record<string, unknown>
type Type = 'text' | 'whole' | 'number'
/** A trailing `!` means that the field must be there. */
type Section = Readonly<Record<string, `${Type}${'!' | ''}`>>

const DTE_ISSUER: Section = {
  RUTEmisor: 'text!',
  RznSoc: 'text!',
  GiroEmis: 'text!',
  CorreoEmisor: 'text',
  Telefono: 'text',
  Acteco: 'whole!',
  DirOrigen: 'text!',
  CmnaOrigen: 'text!',
  CdgSIISucur: 'text',
}
const BOLETA_ISSUER: Section = {
  RUTEmisor: 'text!',
  RznSocEmisor: 'text!',
  GiroEmisor: 'text!',
  DirOrigen: 'text!',
  CmnaOrigen: 'text!',
  CdgSIISucur: 'text',
}
const RECEIVER: Section = {
  RUTRecep: 'text!',
  RznSocRecep: 'text!',
  GiroRecep: 'text!',
  Contacto: 'text',
  DirRecep: 'text!',
  CmnaRecep: 'text!',
}
/** A nota de crédito of a boleta has whoever bought as its receiver, of whom less is known. */
const NOTE_RECEIVER: Section = { ...RECEIVER, GiroRecep: 'text', DirRecep: 'text', CmnaRecep: 'text' }
const BOLETA_RECEIVER: Section = { RUTRecep: 'text!', RznSocRecep: 'text', Contacto: 'text' }
const DTE_ID: Section = {
  TipoDTE: 'whole!',
  Folio: 'whole!',
  FchEmis: 'text!',
  TpoTranCompra: 'text',
  TpoTranVenta: 'text',
  FmaPago: 'text',
}
const BOLETA_ID: Section = {
  TipoDTE: 'whole!',
  Folio: 'whole!',
  FchEmis: 'text!',
  IndServicio: 'text!',
  MedioPago: 'whole',
}
const DTE_TOTALS: Section = {
  MntNeto: 'whole!',
  TasaIVA: 'text!',
  IVA: 'whole!',
  MntTotal: 'whole!',
  MontoPeriodo: 'whole',
  VlrPagar: 'whole',
}
const BOLETA_TOTALS: Section = {
  MntNeto: 'whole!',
  IVA: 'whole!',
  MntTotal: 'whole!',
  TotalPeriodo: 'whole',
  VlrPagar: 'whole',
}
const LINE: Section = {
  NroLinDet: 'whole!',
  NmbItem: 'text!',
  DscItem: 'text',
  QtyItem: 'number!',
  PrcItem: 'number!',
  MontoItem: 'whole!',
}
const REFERENCE: Section = {
  NroLinRef: 'whole!',
  TpoDocRef: 'text!',
  FolioRef: 'text!',
  FchRef: 'text!',
  CodRef: 'text!',
  RazonRef: 'text',
}
/** Longest texts of the SII's formats. */
const LONGEST: Readonly<Record<string, number>> = {
  RznSoc: 100,
  RznSocEmisor: 100,
  RznSocRecep: 100,
  GiroEmis: 80,
  GiroEmisor: 80,
  GiroRecep: 40,
  DirOrigen: 70,
  DirRecep: 70,
  CmnaOrigen: 20,
  CmnaRecep: 20,
  NmbItem: 80,
  DscItem: 1000,
  RazonRef: 90,
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Why a request is refused; undefined: the document is issued. */
export function refusalOf(body: unknown): Refusal | undefined {
  if (!isFields(body) || !isFields(body.dte)) return refusal('OF-01', 'Faltan datos obligatorios')
  const { Encabezado: head, Detalle, Referencia, ...others } = body.dte
  if (Object.keys(others).length > 0) return refusal('OF-08', 'Validación de Esquema', unknownFields(others))
  if (!isFields(head) || !Array.isArray(Detalle) || Detalle.length === 0) {
    return refusal('OF-02', 'Faltan campos obligatorios en el dte')
  }
  const kind = isFields(head.IdDoc) ? head.IdDoc.TipoDTE : undefined
  if (kind !== 33 && kind !== 39 && kind !== 61) return refusal('OF-05', 'Tipo DTE no soportado')
  const isBoleta = kind === 39
  const sections: [unknown, Section][] = [
    [head.IdDoc, isBoleta ? BOLETA_ID : DTE_ID],
    [head.Emisor, isBoleta ? BOLETA_ISSUER : DTE_ISSUER],
    [head.Receptor, isBoleta ? BOLETA_RECEIVER : kind === 61 ? NOTE_RECEIVER : RECEIVER],
    [head.Totales, isBoleta ? BOLETA_TOTALS : DTE_TOTALS],
    ...listOf(Detalle).map((line): [unknown, Section] => [line, LINE]),
    ...listOf(Referencia).map((reference): [unknown, Section] => [reference, REFERENCE]),
  ]
  const missing = sections.flatMap(([fields, section]) => missingFields(fields, section))
  if (missing.length > 0) return refusal('OF-02', 'Faltan campos obligatorios en el dte', missing)
  if (kind === 61 && listOf(Referencia).length !== 1) {
    return refusal('OF-09', 'Validación de Relaciones', [{ field: 'Referencia', issue: 'Falta la referencia' }])
  }
  const misplaced = sections.flatMap(([fields, section]) => wrongFields(fields, section))
  if (misplaced.length > 0) return refusal('OF-08', 'Validación de Esquema', misplaced)
  const wrong = [...wrongValues(head), ...wrongSums(isBoleta, head, listOf(Detalle))]
  return wrong.length > 0 ? refusal('OF-10', 'Validación de Campos', wrong) : undefined
}

const refusal = (code: string, message: string, details: Detail[] = []): Refusal => ({ code, message, details })

const unknownFields = (fields: Fields): Detail[] =>
  Object.keys(fields).map(field => ({ field, issue: 'Campo no reconocido' }))

function missingFields(fields: unknown, section: Section): Detail[] {
  const given = isFields(fields) ? fields : {}
  return Object.entries(section)
    .filter(([field, type]) => type.endsWith('!') && (given[field] === undefined || given[field] === ''))
    .map(([field]) => ({ field, issue: 'Campo obligatorio' }))
}

function wrongFields(fields: unknown, section: Section): Detail[] {
  if (!isFields(fields)) return []
  return Object.entries(fields).flatMap(([field, value]): Detail[] => {
    const type = section[field]?.replace('!', '')
    if (type === undefined) return [{ field, issue: 'Campo no reconocido' }]
    if (type === 'text' ? typeof value !== 'string' : typeof value !== 'number')
      return [{ field, issue: 'Tipo de dato erróneo' }]
    if (type === 'whole' && !Number.isInteger(value)) return [{ field, issue: 'Debe ser un número entero' }]
    const longest = LONGEST[field]
    const isTooLong = typeof value === 'string' && longest !== undefined && value.length > longest
    return isTooLong ? [{ field, issue: `Largo máximo ${longest}` }] : []
  })
}

function wrongValues(head: Fields): Detail[] {
  const [id, issuer, receiver] = [head.IdDoc, head.Emisor, head.Receptor].map(part => (isFields(part) ? part : {}))
  const found: Detail[] = []
  if (id?.Folio !== 0) found.push({ field: 'Folio', issue: 'Debe ser 0' })
  if (!/^\d{4}-\d\d-\d\d$/.test(String(id?.FchEmis))) found.push({ field: 'FchEmis', issue: 'Fecha Incorrecta' })
  if (!isRut(issuer?.RUTEmisor)) found.push({ field: 'RUTEmisor', issue: 'RUT erróneo' })
  if (!isRut(receiver?.RUTRecep)) found.push({ field: 'RUTRecep', issue: 'RUT erróneo' })
  return found
}

/** Lines of a boleta are gross and of the others net. How many pesos the IVA may be off a factura's net is not documented: here, one. */
function wrongSums(isBoleta: boolean, head: Fields, lines: readonly Fields[]): Detail[] {
  const totals = isFields(head.Totales) ? head.Totales : {}
  const amount = (field: string) => Number(totals[field])
  const sum = lines.reduce((total, line) => total + Number(line.MontoItem), 0)
  const [net, vat, total] = [amount('MntNeto'), amount('IVA'), amount('MntTotal')]
  const found: Detail[] = []
  const wrong = (field: string) => found.push({ field, issue: `Monto erróneo : ${totals[field]}` })
  if (isBoleta ? net !== Math.round(sum / 1.19) : net !== sum) wrong('MntNeto')
  if (isBoleta ? vat !== sum - net : Math.abs(vat - Math.round(net * 0.19)) > 1) wrong('IVA')
  if (total !== net + vat || (isBoleta && total !== sum)) wrong('MntTotal')
  for (const line of lines) {
    if (Math.round(Number(line.QtyItem) * Number(line.PrcItem)) !== line.MontoItem) {
      found.push({ field: 'MontoItem', issue: `Monto erróneo : ${line.MontoItem}` })
    }
  }
  return found
}

/** With a hyphen and without points; weights 2 to 7 from the right, 11 − sum mod 11. */
function isRut(value: unknown): boolean {
  const match = /^(\d{1,8})-([\dK])$/.exec(String(value))
  if (!match) return false
  const sum = [...(match[1] ?? '')]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const rest = 11 - (sum % 11)
  return match[2] === (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest))
}
