import { redirect } from 'react-router'
import { z } from 'zod'
import { inviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  ADMIN_ACCESS_INTENTS,
  type AdminAccessIntent,
  endOfExtension,
  extendFields,
  extendManyFields,
  revokeFields,
} from '#app/features/accesses/admin-access.ts'
import { INVITEE_FIELDS } from '#app/features/accesses/person-fields.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { extendAccess, resendAsAdmin, revokeAsAdmin, unblockAccess } from './manage-access.server.ts'
import { replaceParticipant } from './replace-participant.server.ts'
import { ADMIN_REVOKE_FAILURES, EXTEND_FAILURES, REPLACE_FAILURES } from './texts.ts'

/** The form intents of an access's page. */
const adminAccessIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend') }),
  z.object({ intent: z.literal('unblock') }),
  inviteeForm.extend({ intent: z.literal('replace') }),
  z.object({ intent: z.literal('extend'), ...shapeOf(extendFields) }),
  z.object({ intent: z.literal('revoke'), ...shapeOf(revokeFields) }),
])

/** The form that moves the end of many accesses. */
export const extendManyForm = z.object(shapeOf(extendManyFields))

const FIELDS = [...INVITEE_FIELDS, 'until', 'reason'] as const

export type AccessAnswer = FormAnswer<AdminAccessIntent, (typeof FIELDS)[number]>

/** The forms of an access's page. */
export const answerAccess = adminForm(
  { schema: adminAccessIntent, intents: ADMIN_ACCESS_INTENTS, fields: FIELDS, param: 'accessId' },
  async (command, { services: { db }, actor, id: accessId, now }) => {
    const input = { actor, accessId, now }
    switch (command.intent) {
      case 'resend':
        return { done: `La invitación va en camino a ${await resendAsAdmin(db, input)}.` }
      case 'unblock':
        return outcomeOf(await unblockAccess(db, input), 'Puede volver a probar de inmediato.', {
          access_not_found: 'Ese acceso ya no existe.',
        })
      case 'revoke':
        return outcomeOf(
          await revokeAsAdmin(db, { ...input, reason: command.reason }),
          'Revocaste el acceso: su código dejó de servir y el asiento quedó libre.',
          ADMIN_REVOKE_FAILURES,
        )
      case 'extend': {
        const until = endOfExtension(command.until, now)
        if (!until.ok) refuse(until.error.text, { field: 'until' })
        return outcomeOf(
          await extendAccess(db, { ...input, until: until.value }),
          end => `Ahora vence el ${formatDate(end)}, al final del día.`,
          EXTEND_FAILURES,
        )
      }
      case 'replace': {
        const replaced = await replaceParticipant(db, { ...input, form: command })
        return replaced.ok
          ? redirect(`/admin/access/${replaced.value.id}?reemplazo=1`)
          : outcomeOf(replaced, '', REPLACE_FAILURES)
      }
    }
  },
)
