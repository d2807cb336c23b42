import { data } from 'react-router'
import { z } from 'zod'
import { fieldErrors } from '#app/features/identity/identity.schema.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keyForm } from '#app/features/integrations/api-key.schema.ts'
import { createKey, revokeKey } from '#app/features/integrations/keep-keys.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/keys'

export type KeyValues = { name: string; scopes: string[]; days: string }

/** What the page of keys says after one of its forms. */
export type KeysAnswer = {
  done: boolean
  /** Absent when the fields say what is wrong. */
  text?: string
  errors?: Record<string, string>
  values?: KeyValues
  /** Told this once. */
  key?: string
}

const intentSchema = z.enum(['create', 'revoke'])

/** The forms of the page of keys. */
export async function answerKeys(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const intent = intentSchema.safeParse(form.get('intent'))
  if (!intent.success) throw data('Bad request', 400)
  const actor = { kind: 'admin', userId } as const
  const textOf = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 1000) : ''
  }
  if (intent.data === 'revoke') {
    const keyId = z.uuid().safeParse(form.get('key'))
    if (!keyId.success) throw data('Bad request', 400)
    const revoked = await revokeKey(db, { actor, keyId: keyId.data, now: now() })
    return revoked.ok
      ? data<KeysAnswer>({ done: true, text: 'Clave revocada. Ya no abre nada.' })
      : data<KeysAnswer>({ done: false, text: 'Esa clave ya estaba revocada.' }, 409)
  }
  const scopes = form.getAll('scopes').filter(scope => typeof scope === 'string')
  const values = { name: textOf('name'), scopes: [...new Set(scopes)].slice(0, 20), days: textOf('days') }
  const parsed = keyForm.safeParse(values)
  if (!parsed.success) return data<KeysAnswer>({ done: false, errors: fieldErrors(parsed.error), values }, 400)
  const { key } = await createKey(db, { actor, form: parsed.data, now: now() })
  return data<KeysAnswer>({ done: true, key })
}
