import { decodeText } from '#app/platform/sheets/encoding.ts'
import { readReport } from './read-report.ts'
import { rowsOfText } from './report-table.ts'

/** The titles of Transbank's settlement of debit cards, as public readers of these files have them. */
export const DEBIT_TITLES =
  'Tipo Transacción;Fecha Venta;Tipo Tarjeta;Identificador;Tipo Venta;Código Autorización Venta;Nº Cuota;Monto Transacción;Monto Afecto;Comisión e IVA Comisión;Monto Exento;Nº Boleta;Monto Anulación;Monto Retenido;Devolución Comisión;Monto Retención;Motivo;Período de Cobro;Detalle de cobros u observación;Monto;IVA;Fecha Abono;Cuenta de Abono;Local'

/** And of credit cards. */
export const CREDIT_TITLES =
  'Tipo Transacción;Fecha Venta;Tipo Tarjeta;Identificador;Tipo Cuota;Monto Original Venta;Código Autorización Venta;N° Cuota;Monto Para Abono;Comisión e IVA Comisión;Comisión Adicional e IVA Comisión Adicional;N° Boleta;Monto Anulación;Devolución Comisión e IVA Comisión;Devolución Comisión Adicional e IVA Comisión;Monto Retención;Período de Cobro;Motivo;Detalle de cobros u observación;Monto;IVA;Fecha Abono;Cuenta de Abono;Local'

/** What stands above the table: names with commas, sums with signs. */
const ABOVE = [
  'Liquidación de abonos',
  'Nombre o Razón Social:;Evaluaciones Alhena, Consultores y Compañía Ltda.',
  'RUT:;76.192.083-9',
  'Producto:;Débito',
  'Período:;11/2026',
  '',
  'Ventas (+);$119.990',
  'Comisión (-);-$1.428',
  '',
]

/** A settlement report with those titles and rows. */
export const settlementFile = (titles: string, rows: readonly string[]): string =>
  [...ABOVE, titles, ...rows, 'Total;;;;;;;119.990', ''].join('\r\n')

/** A row of the debit settlement, by its title. */
export const settlementRow = (titles: string, cells: Readonly<Record<string, string>>): string =>
  titles
    .split(';')
    .map(title => cells[title] ?? '')
    .join(';')

export const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** A report from bytes, as the upload reads it. */
export const readBytes = (bytes: Uint8Array) => readReport([rowsOfText(decodeText(bytes).text, 1000)])
export const readText = (text: string) => readReport([rowsOfText(text, 1000)])
