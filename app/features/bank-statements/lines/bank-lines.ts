import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { line } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { BankLineState, OrderStatus } from '#app/platform/database/values.ts'

/** The forms of a credit's page. */
export const LINE_INTENTS = ['settle', 'set-aside', 'return', 'take-back', 'return-surplus'] as const
export type LineIntent = (typeof LINE_INTENTS)[number]

/** Why a credit is from no sale. */
export const asideFields = {
  note: line({ label: 'Qué es', required: 'Escribe qué es, para quien lo lea después', max: 300 }),
} as const

/** How a credit was given back. */
export const returnFields = {
  note: line({
    label: 'Por qué y cómo lo devolviste',
    required: 'Escribe por qué y cómo lo devolviste',
    max: 300,
    hint: 'Queda en la auditoría; quien pagó no lo lee.',
  }),
} as const

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
