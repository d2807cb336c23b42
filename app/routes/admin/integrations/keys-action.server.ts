import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keyForm } from '#app/features/integrations/api-key.schema.ts'
import { createKey } from '#app/features/integrations/keep-keys.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/keys'

type KeyValues = { name: string; scopes: string[]; days: string }

/** The answer to the form on the page of keys. */
export type KeysAnswer = {
  errors?: Record<string, string>
  values?: KeyValues
  /** Shown only once. */
  key?: string
}

/** Creates a key. */
export async function answerKeys(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const form = await postedForm(args.request)
  if (form.get('intent') !== 'create') throw data('Bad request', 400)
  const textOf = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 1000) : ''
  }
  const scopes = form.getAll('scopes').filter(scope => typeof scope === 'string')
  const values = { name: textOf('name'), scopes: [...new Set(scopes)].slice(0, 20), days: textOf('days') }
  const parsed = keyForm.safeParse(values)
  if (!parsed.success) return data<KeysAnswer>({ errors: firstMessagePerField(parsed.error), values }, 400)
  const actor = { kind: 'admin', userId } as const
  const { key } = await createKey(db, { actor, form: parsed.data, now: now() })
  return data<KeysAnswer>({ key })
}
