import { z } from 'zod'
import { stepUpPassword } from '#app/features/identity/identity.schema.ts'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { line } from '#app/kit/forms/fields.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
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

/** Credits that are taken together for one order. */
const MOST_TOGETHER = 10

/** The forms of a credit's page, one per `intent`. */
export const lineForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('settle'),
    order: z.uuid('Elige la orden'),
    with: z.array(z.uuid()).max(MOST_TOGETHER, 'Son demasiados abonos para una orden'),
    surplus: z.literal('on').optional().catch(undefined),
    password: stepUpPassword,
  }),
  z.object({ intent: z.literal('set-aside'), note: schemaOf(asideFields.note) }),
  z.object({ intent: z.literal('return'), note: schemaOf(returnFields.note), password: stepUpPassword }),
  z.object({ intent: z.literal('take-back') }),
  z.object({ intent: z.literal('return-surplus'), password: stepUpPassword }),
]) satisfies z.ZodType<{ intent: (typeof LINE_INTENTS)[number] }>

/** Credits that are confirmed at once. */
export const MOST_PAIRS = 100

const pair = z
  .string()
  .regex(/^[0-9a-f-]{36} [0-9a-f-]{36}$/)
  .transform(text => text.split(' '))
  .pipe(z.tuple([z.uuid(), z.uuid()]))

/** The confirmation of sure proposals: pairs of a credit and its order. */
export const confirmForm = z.object({
  pair: z.array(pair).min(1, 'Elige al menos un abono').max(MOST_PAIRS),
  password: stepUpPassword,
})
