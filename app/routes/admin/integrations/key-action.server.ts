import { data } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keyIntent } from '#app/features/integrations/api-key.schema.ts'
import { revokeKey, rotateKey } from '#app/features/integrations/keep-keys.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/key'

/** The answer to a form on a key's page. */
export type KeyAnswer = {
  done: boolean
  text: string
  errors: Record<string, string>
  /** Shown only once. */
  key?: string
}

/** The forms of a key's page. */
export async function answerKey(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.keyId)
  if (!id.success) throw data('Not found', 404)
  const form = await postedForm(args.request)
  const parsed = keyIntent.safeParse({ intent: form.get('intent'), overlap: form.get('overlap') ?? undefined })
  if (!parsed.success) {
    if (form.get('intent') !== 'rotate') throw data('Bad request', 400)
    return data<KeyAnswer>(
      { done: false, text: 'Revisa el formulario.', errors: firstMessagePerField(parsed.error) },
      400,
    )
  }
  const input = { actor: { kind: 'admin', userId } as const, keyId: id.data, now: now() }
  if (parsed.data.intent === 'revoke') {
    const revoked = await revokeKey(db, input)
    return revoked.ok
      ? data<KeyAnswer>({ done: true, text: 'Clave revocada. Ya no abre nada.', errors: {} })
      : data<KeyAnswer>({ done: false, text: 'Esa clave ya estaba revocada.', errors: {} }, 409)
  }
  const rotated = await rotateKey(db, { ...input, overlapHours: Number(parsed.data.overlap) })
  return rotated.ok
    ? data<KeyAnswer>({ done: true, text: '', errors: {}, key: rotated.value.key })
    : data<KeyAnswer>({ done: false, text: 'Esta clave ya no está vigente, o ya tiene reemplazo.', errors: {} }, 409)
}
