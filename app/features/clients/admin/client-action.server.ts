import { redirect } from 'react-router'
import { clientForm } from '#app/features/clients/client-schema.server.ts'
import { CLIENT_INTENTS } from '#app/features/clients/clients.ts'
import { answerNote } from '#app/features/clients/staff-notes.server.ts'
import { requireSession } from '#app/features/identity/session.server.ts'
import { type GivenRole, isStaff } from '#app/features/identity/staff/given-role.ts'
import { changeRole } from '#app/features/identity/staff/roles.server.ts'
import { markConsultant } from '#app/features/organisations/client-companies.server.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

export type ClientAnswer = FormAnswer<(typeof CLIENT_INTENTS)[number], 'body' | 'role'>

/** API keys stay valid after their creator's role changes: an administrator must check them. */
const roleText = (role: GivenRole, keys: number): string =>
  isStaff(role) || keys === 0
    ? 'Rol cambiado. Le avisamos por correo.'
    : `Rol cambiado. Le avisamos por correo. Creó ${countOf(keys, 'clave de API que sigue vigente', 'claves de API que siguen vigentes')}: ${inNumber(keys, 'revócala en Integraciones si no corresponde', 'revócalas en Integraciones si no corresponden')}.`

/** The forms of a client's page. */
export const answerClient = adminForm(
  { schema: clientForm, intents: CLIENT_INTENTS, fields: ['body', 'role'], param: 'clientId' },
  async (command, { services: { db }, args, actor, id: userId, now, confirm }) => {
    const input = { actor, userId, now }
    switch (command.intent) {
      case 'add-note':
      case 'delete-note':
        return answerNote(db, { actor, subject: { of: 'client', id: userId }, now }, command)
      case 'mark-consultant':
      case 'unmark-consultant': {
        const isConsultant = command.intent === 'mark-consultant'
        await markConsultant(db, { actor, organisationId: command.organisation, isConsultant })
        return { done: isConsultant ? 'Ahora es consultora: puede agregar empresas cliente.' : 'Ya no es consultora.' }
      }
      case 'change-role': {
        const { role, password } = command
        await confirm(password)
        const { id: session } = await requireSession(args)
        const keys = await changeRole(db, { ...input, session, role })
        if (userId === actor.userId && !isStaff(role)) return redirect('/account')
        return { done: roleText(role, keys) }
      }
    }
  },
)
