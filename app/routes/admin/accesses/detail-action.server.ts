import { data, redirect } from 'react-router'
import { z } from 'zod'
import { inviteeForm } from '#app/features/accesses/accesses.schema.ts'
import {
  ADMIN_ACCESS_INTENTS,
  type AdminAccessIntent,
  adminAccessIntent,
} from '#app/features/accesses/admin-access.schema.ts'
import { INVITEE_FIELDS } from '#app/features/accesses/person-fields.ts'
import { MAX_EXTENSION_DAYS } from '#app/features/accesses/staff/admin-access.ts'
import { extendAccess, resendAsAdmin, revokeAsAdmin } from '#app/features/accesses/staff/manage-access.server.ts'
import { replaceParticipant } from '#app/features/accesses/staff/replace-participant.server.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { typedValues } from '#app/forms/typed-values.ts'
import { dayOf, endOfDay, formatDate, parseDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'
import { ADMIN_RESEND_FAILURES, ADMIN_REVOKE_FAILURES, EXTEND_FAILURES, REPLACE_FAILURES } from './texts.ts'

const FIELDS = [...INVITEE_FIELDS, 'until', 'reason'] as const
type Field = (typeof FIELDS)[number]

/** What the page of an access says after a form: about which one, and what was typed when it is to be corrected. */
export type AccessAnswer = {
  intent: AdminAccessIntent
  done: boolean
  text: string
  errors: Partial<Record<Field, string>>
  values: Record<Field, string>
}

/** The forms of an access's page. */
export async function answerAccess(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.accessId)
  if (!id.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const intent = ADMIN_ACCESS_INTENTS.find(known => known === form.intent)
  if (!intent) throw data('Bad request', 400)
  const values = typedValues(form, FIELDS)
  const refuse = (status: number, text: string, errors: AccessAnswer['errors'] = {}) =>
    data<AccessAnswer>({ intent, done: false, text, errors, values }, status)
  const done = (text: string) =>
    data<AccessAnswer>({ intent, done: true, text, errors: {}, values: typedValues({}, FIELDS) })
  const parsed = adminAccessIntent.safeParse(form)
  if (!parsed.success) return refuse(400, 'Revisa el formulario.', firstMessagePerField(parsed.error))
  const at = now()
  const input = { actor: { kind: 'admin', userId: user.id } as const, accessId: id.data, now: at }
  const command = parsed.data
  switch (command.intent) {
    case 'resend': {
      const sent = await resendAsAdmin(db, input)
      return sent.ok
        ? done(`La invitación va en camino a ${sent.value.email}.`)
        : refuse(409, ADMIN_RESEND_FAILURES[sent.error.code])
    }
    case 'revoke': {
      const revoked = await revokeAsAdmin(db, { ...input, reason: command.reason })
      return revoked.ok
        ? done('Revocaste el acceso: su código dejó de servir y el asiento quedó libre.')
        : refuse(409, ADMIN_REVOKE_FAILURES[revoked.error.code])
    }
    case 'extend': {
      const until = parseDay(command.until)
      const today = dayOf(at)
      if (until === undefined) return refuse(400, 'Revisa el formulario.', { until: 'Elige un día' })
      if (until < today || until > shiftDay(today, MAX_EXTENSION_DAYS)) {
        return refuse(400, 'Revisa el formulario.', { until: 'Elige un día desde hoy y hasta dos años más' })
      }
      const extended = await extendAccess(db, { ...input, until: endOfDay(startOfDay(until)) })
      if (extended.ok) return done(`Ahora vence el ${formatDate(extended.value)}, al final del día.`)
      const text = EXTEND_FAILURES[extended.error.code]
      return refuse(409, text, extended.error.code === 'not_later' ? { until: text } : {})
    }
    case 'replace': {
      const person = inviteeForm.safeParse(form)
      if (!person.success) return refuse(400, 'Revisa el formulario.', firstMessagePerField(person.error))
      const replaced = await replaceParticipant(db, { ...input, form: person.data })
      if (replaced.ok) return redirect(`/admin/access/${replaced.value.id}?reemplazo=1`)
      const { code } = replaced.error
      const text = REPLACE_FAILURES[code]
      return refuse(409, text, code === 'already_invited' || code === 'same_email' ? { email: text } : {})
    }
  }
}
