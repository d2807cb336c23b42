import { redirect } from 'react-router'
import { z } from 'zod'
import { inviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  ADMIN_ACCESS_INTENTS,
  type AdminAccessIntent,
  endOfExtension,
  extendFields,
  revokeFields,
} from '#app/features/accesses/admin-access.ts'
import { INVITEE_FIELDS } from '#app/features/accesses/person-fields.ts'
import { formatDate } from '#app/kernel/dates.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import {
  extendAccess,
  replaceParticipant,
  resendAsAdmin,
  revokeAsAdmin,
  unblockAccess,
} from './manage-access.server.ts'

/** The form intents of an access's page. */
const adminAccessIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend') }),
  z.object({ intent: z.literal('unblock') }),
  inviteeForm.extend({ intent: z.literal('replace') }),
  z.object({ intent: z.literal('extend'), ...shapeOf(extendFields) }),
  z.object({ intent: z.literal('revoke'), ...shapeOf(revokeFields) }),
])

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
        await unblockAccess(db, input)
        return { done: 'Puede volver a probar de inmediato.' }
      case 'revoke':
        await revokeAsAdmin(db, { ...input, reason: command.reason })
        return { done: 'Revocaste el acceso: su código dejó de servir y el asiento quedó libre.' }
      case 'extend': {
        const until = endOfExtension(command.until, now)
        await extendAccess(db, { ...input, until })
        return { done: `Ahora vence el ${formatDate(until)}, al final del día.` }
      }
      case 'replace':
        return redirect(`/admin/access/${await replaceParticipant(db, { ...input, form: command })}?reemplazo=1`)
    }
  },
)
