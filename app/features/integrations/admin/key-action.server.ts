import { keyIntent, newKeyForm } from '#app/features/integrations/api-key.schema.ts'
import { createKey, revokeKey, rotateKey } from '#app/features/integrations/manage-keys.server.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

export type NewKeyAnswer = FormAnswer<'create', 'name' | 'days', 'scopes'>

/** Creates a key, which is shown once. */
export const answerNewKey = adminForm(
  { schema: newKeyForm, intents: ['create'], fields: ['name', 'days'], groups: ['scopes'] },
  async ({ intent, password, ...form }, { services: { db }, actor, now, confirm }) => {
    await confirm(password)
    const { id, key: secret } = await createKey(db, { actor, form, now })
    return { done: '', created: { id, secret } }
  },
)

/** The forms of a key's page. */
export const answerKey = adminForm(
  { schema: keyIntent, intents: ['rotate', 'revoke'], fields: ['overlap'], param: 'keyId' },
  async (command, { services: { db }, actor, id: keyId, now, confirm }) => {
    const input = { actor, keyId, now }
    if (command.intent === 'revoke') {
      return outcomeOf(await revokeKey(db, input), 'Clave revocada. Ya no abre nada.', {
        key_not_found: 'Esa clave ya estaba revocada.',
      })
    }
    await confirm(command.password)
    const rotated = await rotateKey(db, { ...input, overlapHours: Number(command.overlap) })
    return rotated.ok
      ? { done: '', created: { id: rotated.value.id, secret: rotated.value.key } }
      : outcomeOf(rotated, '', { key_not_found: 'Esta clave ya no está vigente, o ya tiene reemplazo.' })
  },
)
