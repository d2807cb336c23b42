import type { ReportSource } from '#app/platform/database/values.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'

// The one place that knows how Transbank's files are laid out. What is verified and what is not: docs/reconciliation.md.

/** What a column means to us. */
export type ColumnKey =
  | 'type'
  | 'status'
  | 'response'
  | 'reference'
  | 'authorization'
  | 'amount'
  | 'portion'
  | 'refunded'
  | 'fee'
  | 'fee_vat'
  | 'extra_fee'
  | 'fee_back'
  | 'extra_fee_back'
  | 'retained'
  | 'charge'
  | 'charge_vat'
  | 'day'
  | 'accounting_day'
  | 'payout_day'
  | 'installment'
  | 'card'
  | 'payment_type'
  | 'detail'

type Layout = {
  /** The titles of each column as files have them, normalised as by `titleKey`; the first is how we call it. */
  titles: Readonly<Partial<Record<ColumnKey, readonly string[]>>>
  /** Columns without which nothing can be compared; of a list one suffices. */
  required: readonly (readonly ColumnKey[])[]
}

/** How a title abbreviates 'número': `Nro.`, `Num.` and `No.` are `Nº` and `N°`, which plain text has as `n`. */
const NUMBER = /\b(?:nro|num|no)\b/g

/** A title as those of the layouts are written. */
export const titleKey = (title: string): string => plainText(title).replaceAll(NUMBER, 'n')

const COMMON = {
  type: ['tipo transaccion', 'tipo de transaccion', 'tipo movimiento', 'tipo de movimiento', 'tipo operacion'],
  authorization: [
    'codigo de autorizacion',
    'codigo autorizacion',
    'codigo autorizacion venta',
    'cod autorizacion',
    'autorizacion',
    'n autorizacion',
  ],
  accounting_day: ['fecha contable'],
  card: [
    'final numero de tarjeta',
    'final numero tarjeta',
    'numero de tarjeta',
    'numero tarjeta',
    'n tarjeta',
    'ultimos 4 digitos',
    'ultimos digitos tarjeta',
  ],
} as const

export const LAYOUTS: Readonly<Record<ReportSource, Layout>> = {
  /** 'Reporte transaccional' of Webpay: one row for each transaction. */
  sales: {
    titles: {
      ...COMMON,
      status: ['estado', 'estado transaccion', 'estado de la transaccion', 'resultado'],
      response: ['codigo de respuesta', 'codigo respuesta', 'cod respuesta'],
      reference: [
        'orden de compra',
        'orden compra',
        'orden de pedido',
        'n orden',
        'n orden de compra',
        'numero de orden',
        'numero orden de compra',
        'buy order',
      ],
      amount: ['monto', 'monto transaccion', 'monto venta', 'monto de venta', 'monto original', 'monto total', 'total'],
      refunded: ['monto anulado', 'monto anulacion'],
      day: [
        'fecha creacion',
        'fecha de creacion',
        'fecha transaccion',
        'fecha de transaccion',
        'fecha venta',
        'fecha de venta',
        'fecha hora',
        'fecha',
      ],
      payment_type: ['tipo de producto', 'tipo producto', 'tipo de pago', 'tipo pago', 'medio de pago', 'tipo tarjeta'],
    },
    required: [['day', 'accounting_day'], ['amount'], ['reference', 'authorization']],
  },
  /** 'Liquidación de abonos' ('extracción masiva'), of debit and of credit cards: one row for each part that is paid out. */
  settlement: {
    titles: {
      ...COMMON,
      reference: ['orden de compra', 'orden de pedido'],
      amount: ['monto transaccion', 'monto original venta', 'monto venta', 'monto original'],
      portion: ['monto para abono'],
      refunded: ['monto anulacion', 'monto anulado'],
      fee: ['comision e iva comision', 'comision mas iva', 'comision iva', 'comision'],
      fee_vat: ['iva comision', 'iva de la comision'],
      extra_fee: ['comision adicional e iva comision adicional'],
      fee_back: ['devolucion comision', 'devolucion comision e iva comision'],
      extra_fee_back: [
        'devolucion comision adicional e iva comision',
        'devolucion comision adicional e iva comision adicional',
      ],
      retained: ['monto retencion', 'monto retenido'],
      charge: ['monto'],
      charge_vat: ['iva'],
      day: ['fecha venta', 'fecha de venta', 'fecha transaccion'],
      payout_day: ['fecha abono', 'fecha de abono'],
      installment: ['n cuota', 'numero cuota', 'numero de cuota', 'cuota'],
      payment_type: ['tipo cuota', 'tipo venta', 'tipo tarjeta', 'tipo documento'],
      detail: ['detalle de cobros u observacion', 'motivo'],
    },
    required: [['day'], ['payout_day'], ['authorization'], ['amount', 'portion'], ['fee']],
  },
}

/** How the screens call a column. */
export const COLUMN_NAMES: Readonly<Record<ColumnKey, string>> = {
  type: 'Tipo Transacción',
  status: 'Estado',
  response: 'Código de respuesta',
  reference: 'Orden de compra',
  authorization: 'Código Autorización',
  amount: 'Monto',
  portion: 'Monto Para Abono',
  refunded: 'Monto Anulación',
  fee: 'Comisión e IVA Comisión',
  fee_vat: 'IVA Comisión',
  extra_fee: 'Comisión Adicional',
  fee_back: 'Devolución Comisión',
  extra_fee_back: 'Devolución Comisión Adicional',
  retained: 'Monto Retención',
  charge: 'Monto (de cobros)',
  charge_vat: 'IVA (de cobros)',
  day: 'Fecha Venta',
  accounting_day: 'Fecha Contable',
  payout_day: 'Fecha Abono',
  installment: 'Nº Cuota',
  card: 'Número de tarjeta',
  payment_type: 'Tipo de pago',
  detail: 'Detalle',
}

/** Titles that only settlement reports have: with one of them a report is read as such. */
export const OF_SETTLEMENT: readonly ColumnKey[] = ['payout_day', 'fee', 'portion']
