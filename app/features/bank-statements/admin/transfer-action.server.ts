import { z } from 'zod'
import {
  asideFields,
  LINE_INTENTS,
  type LineIntent,
  returnFields,
} from '#app/features/bank-statements/lines/bank-lines.ts'
import {
  recordReturn,
  returnSurplus,
  setAside,
  takeBack,
} from '#app/features/bank-statements/lines/decide-line.server.ts'
import { cancelledText } from '#app/features/bank-statements/matching/match-texts.ts'
import { type Settled, settleLines } from '#app/features/bank-statements/matching/settle-lines.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

/** Credits that are taken together for one order. */
const MOST_TOGETHER = 10

/** The forms of a credit's page, one per `intent`. */
const lineForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('settle'),
    order: z.uuid('Elige la orden'),
    with: z.array(z.uuid()).max(MOST_TOGETHER, 'Son demasiados abonos para una orden'),
    surplus: z.literal('on').optional().catch(undefined),
    password: reauthenticationPassword,
  }),
  z.object({ intent: z.literal('set-aside'), note: schemaOf(asideFields.note) }),
  z.object({ intent: z.literal('return'), note: schemaOf(returnFields.note), password: reauthenticationPassword }),
  z.object({ intent: z.literal('take-back') }),
  z.object({ intent: z.literal('return-surplus'), password: reauthenticationPassword }),
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
  password: reauthenticationPassword,
})

export type LineAnswer = FormAnswer<LineIntent, 'order' | 'note' | 'surplus', 'with'>

/** The forms of a credit's page. */
export const answerLine = adminForm(
  { schema: lineForm, intents: LINE_INTENTS, fields: ['order', 'note', 'surplus'], groups: ['with'], param: 'lineId' },
  async (command, { services, actor, id: lineId, now, confirm }) => {
    const input = { actor, lineId, now }
    if ('password' in command) await confirm(command.password)
    switch (command.intent) {
      case 'settle': {
        const { order: orderId, surplus } = command
        const lineIds = [lineId, ...command.with]
        const settled = await settleLines(services, { actor, orderId, lineIds, acceptsSurplus: surplus === 'on', now })
        return outcomeOf(settled, settledText, cancelledText)
      }
      case 'set-aside':
        await setAside(services.db, { ...input, note: command.note })
        return { done: 'Quedó aparte: ya no se propone para ninguna orden.' }
      case 'return':
        await recordReturn(services.db, { ...input, note: command.note })
        return { done: 'Quedó como devuelto.' }
      case 'take-back':
        await takeBack(services.db, input)
        return { done: 'El abono está otra vez por decidir.' }
      case 'return-surplus':
        await returnSurplus(services.db, input)
        return { done: 'El excedente quedó como devuelto.' }
    }
  },
)

function settledText({ kind, surplus }: Settled): string {
  const done =
    kind === 'linked'
      ? 'Abono asociado: es el dinero de esa orden, que ya estaba pagada.'
      : 'Orden pagada: sus accesos están listos y el comprobante va en camino.'
  return surplus > 0 ? `${done} Quedan ${formatPesos(surplus)} por devolver.` : done
}
