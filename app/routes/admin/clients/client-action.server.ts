import { data, redirect } from 'react-router'
import { z } from 'zod'
import { PASSWORD_REFUSALS } from '#app/features/identity/account/security-texts.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { CLIENT_INTENTS, clientForm } from '#app/features/identity/clients/client.schema.ts'
import { addNote, deleteNote } from '#app/features/identity/clients/client-notes.server.ts'
import { changeRole, type RoleRefusal } from '#app/features/identity/clients/roles.server.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { typedValues } from '#app/forms/typed-values.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Role } from '#app/platform/database/values.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'

/** What a client's page says after a form: about which one, and what was typed when it is to be corrected. */
export type ClientAnswer = {
  intent: (typeof CLIENT_INTENTS)[number]
  done: boolean
  text: string
  errors: Record<string, string>
  values: Record<'body' | 'role', string>
}

const REFUSALS: Readonly<Record<RoleRefusal['code'], { field?: 'role' | 'password'; text: string }>> = {
  wrong_password: { field: 'password', text: PASSWORD_REFUSALS.wrong_password },
  rate_limited: { field: 'password', text: PASSWORD_REFUSALS.rate_limited },
  same_role: { field: 'role', text: 'Ya tiene ese rol' },
  last_admin: { text: 'Es la única persona que administra la tienda. Nombra a otra antes de cambiar su rol.' },
  client_not_found: { text: 'Esa cuenta ya no existe.' },
  not_admin: { text: 'Ya no administras la tienda: otra persona cambió tu rol.' },
}

/** Keys outlive the role of whoever made them: somebody must look at them. */
const roleText = (role: Role, { keys }: { keys: number }): string =>
  role === 'admin' || keys === 0
    ? 'Rol cambiado. Le avisamos por correo.'
    : `Rol cambiado. Le avisamos por correo. Creó ${countOf(keys, 'clave de API que sigue vigente', 'claves de API que siguen vigentes')}: revócalas en Integraciones si las conserva.`

/** The forms of a client's page. */
export async function answerClient(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.clientId)
  if (!id.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const intent = CLIENT_INTENTS.find(known => known === form.intent)
  if (!intent) throw data('Bad request', 400)
  const actor = { kind: 'admin', userId: user.id } as const
  const userId = id.data
  const values = { ...typedValues(form, ['role']), body: (form.body ?? '').slice(0, 5000) }
  const refuse = (status: number, text: string, errors: Record<string, string> = {}) =>
    data<ClientAnswer>({ intent, done: false, text, errors, values }, status)
  const done = (text: string) =>
    data<ClientAnswer>({ intent, done: true, text, errors: {}, values: { body: '', role: '' } })

  const parsed = clientForm.safeParse(form)
  if (!parsed.success) {
    if (intent === 'delete-note') throw data('Bad request', 400)
    return refuse(400, 'Revisa el formulario.', firstMessagePerField(parsed.error))
  }
  const input = parsed.data
  switch (input.intent) {
    case 'add-note': {
      const added = await addNote(db, { actor, userId, body: input.body, now: now() })
      return added.ok ? done('Nota guardada.') : refuse(409, 'Esa cuenta ya no existe.')
    }
    case 'delete-note': {
      const removed = await deleteNote(db, { actor, userId, noteId: input.note })
      return removed.ok ? done('Nota eliminada.') : refuse(409, 'Esa nota ya no estaba.')
    }
    case 'change-role': {
      const { role, password } = input
      const changed = await changeRole(authCaller(args), { actor, userId, role, password, now: now() })
      if (changed.ok)
        return userId === user.id && role !== 'admin' ? redirect('/account') : done(roleText(role, changed.value))
      const { field, text } = REFUSALS[changed.error.code]
      return refuse(field ? 400 : 409, text, field ? { [field]: text } : {})
    }
  }
}
