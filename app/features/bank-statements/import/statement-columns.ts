import { nowhere, type Places } from '#app/platform/sheets/file-notes.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'

/** What a column of a statement can hold. 'balance' is known so that it is not taken for an amount. */
export const STATEMENT_COLUMNS = [
  'date',
  'description',
  'comment',
  'credit',
  'debit',
  'kind',
  'rut',
  'operation',
  'balance',
] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]

export type StatementColumns = Places<StatementColumn>

export const NO_COLUMNS: StatementColumns = nowhere(STATEMENT_COLUMNS)

export const COLUMN_LABELS: Readonly<Record<StatementColumn, string>> = {
  date: 'Fecha',
  description: 'Descripción',
  comment: 'Comentario o nombre',
  credit: 'Abono o monto',
  debit: 'Cargo',
  kind: 'Tipo (abono o cargo)',
  rut: 'RUT de quien paga',
  operation: 'N° de operación',
  balance: 'Saldo',
}

/** Without these a statement says nothing. */
export const NEEDED = ['date', 'description', 'credit'] as const satisfies StatementColumn[]

/**
 * The titles by which a column is proposed, as patterns of the plain text, the first that fits. Every bank has its own words: these are usual
 * ones, not the layout of any bank, and the staff correct the proposal.
 */
const TITLES: readonly (readonly [StatementColumn, RegExp])[] = [
  ['balance', /^saldo/],
  ['kind', /^(cargo abono|abono cargo|cargo o abono|tipo|tipo de? ?(movimiento|transaccion)|d c|c d|debe haber)$/],
  ['date', /^(fecha|dia)( |$)/],
  ['rut', /^(rut|r u t)( |$)|^id(entificador)? (ordenante|origen|cliente)$/],
  [
    'operation',
    /^((n|no|nro|num|numero|id|cod|codigo)( de)? )?(documento|operacion|doc|transaccion|serie|comprobante|folio)( |$)/,
  ],
  ['debit', /^(cargos?|giros?|debitos?|debe|egresos?|retiros?|cheques)( |$)|(^| )(cargos?|debitos?)$/],
  [
    'credit',
    /^(abonos?|depositos?|creditos?|haber|ingresos?|monto|montos|importe|valor)( |$)|(^| )(abonos?|depositos?)$/,
  ],
  ['description', /^(descripcion|glosa|detalle|movimientos?|concepto|transaccion)( |$)/],
  ['comment', /^(comentarios?|mensaje|asunto|referencia|nombre|ordenante|origen|observacion)( |$)/],
]

/** What a title names; undefined: nothing known. */
function columnOfTitle(title: string): StatementColumn | undefined {
  const plain = plainText(title)
  return plain === '' ? undefined : TITLES.find(([, pattern]) => pattern.test(plain))?.[0]
}

/** The columns that a row of titles names; the first of each. */
export function columnsOf(titles: readonly string[]): StatementColumns {
  const columns = { ...NO_COLUMNS }
  for (const [at, title] of titles.entries()) {
    const known = columnOfTitle(title)
    if (known !== undefined && columns[known] === null) columns[known] = at
  }
  // Where no column is called a description, another text is one.
  if (columns.description === null) {
    columns.description = columns.comment
    columns.comment = null
  }
  return columns
}

/** Whether a row looks like titles: it names a day and an amount. */
export const isTitled = (columns: StatementColumns): boolean => columns.date !== null && columns.credit !== null
