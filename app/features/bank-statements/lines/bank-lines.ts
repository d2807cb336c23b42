import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { BankLineState, OrderStatus } from '#app/platform/database/values.ts'

/** What became of a credit. */
export const BANK_LINE_STATES: Statuses<BankLineState> = {
  open: { label: 'Por decidir', tone: 'fair' },
  settled: { label: 'Pagó una orden', tone: 'good' },
  linked: { label: 'De una orden ya pagada', tone: 'good' },
  set_aside: { label: 'No es de una venta', tone: 'neutral' },
  returned: { label: 'Devuelto', tone: 'neutral' },
}

/** A credit as its page shows it. */
export type BankLine = {
  id: string
  account: string
  fileName: string
  row: number
  bookedOn: Day
  amount: Pesos
  description: string
  operation: string | null
  rut: string | null
  state: BankLineState
  note: string | null
  decidedAt: Date | null
  decidedBy: string | null
  surplus: Pesos
  surplusReturnedAt: Date | null
  order: { id: string; number: string; status: OrderStatus; total: Pesos; refunded: Pesos; client: string } | null
}
