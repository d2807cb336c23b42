import { redirect } from 'react-router'
import { ENDPOINT_INTENTS, endpointIntent, newEndpointForm } from '#app/features/integrations/endpoint.schema.ts'
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointFailure,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  saveEndpoint,
} from '#app/features/integrations/manage-endpoints.server.ts'
import { sendTest } from '#app/features/integrations/send-again.server.ts'
import { MAX_ENDPOINTS, URL_PROBLEMS } from '#app/features/integrations/webhooks.ts'
import { outcomeOf, type RefusalText } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

const INPUTS = { fields: ['url', 'description'], groups: ['events'] } as const

export type EndpointAnswer = FormAnswer<string, 'url' | 'description', 'events'>

const FAILURES: Record<Exclude<EndpointFailure['code'], 'wrong_url'>, RefusalText> = {
  endpoint_not_found: { status: 404, text: 'Este webhook ya no existe.' },
  too_many: { text: `Puede haber hasta ${MAX_ENDPOINTS} webhooks. Elimina uno que ya no uses.` },
  changed_meanwhile: {
    text: 'Otra persona cambió este webhook mientras lo tenías abierto. Revisa los datos e inténtalo de nuevo.',
  },
}

const refusalOf = (failure: EndpointFailure): RefusalText =>
  failure.code === 'wrong_url' ? { field: 'url', text: URL_PROBLEMS[failure.problem] } : FAILURES[failure.code]

/** Creates an endpoint, whose secret is shown once. */
export const answerNewEndpoint = adminForm(
  { schema: newEndpointForm, intents: ['create'], ...INPUTS },
  async ({ intent, ...form }, { services: { db, settings }, actor, now }) => {
    const made = await createEndpoint(db, { actor, form, allowLocal: settings.demo, now })
    return made.ok ? { done: '', created: made.value } : outcomeOf(made, '', refusalOf)
  },
)

/** The forms of an endpoint's page. */
export const answerEndpoint = adminForm(
  { schema: endpointIntent, intents: ENDPOINT_INTENTS, ...INPUTS, param: 'endpointId' },
  async (command, { services: { db, settings }, actor, id: endpointId, now }) => {
    const input = { actor, endpointId, revision: command.revision }
    switch (command.intent) {
      case 'save': {
        const { intent, revision, ...form } = command
        const saved = await saveEndpoint(db, { ...input, form, allowLocal: settings.demo })
        return outcomeOf(saved, 'Cambios guardados.', refusalOf)
      }
      case 'pause':
        return outcomeOf(
          await pauseEndpoint(db, input),
          'Webhook en pausa. Lo que pase se guarda hasta que lo reanudes.',
          refusalOf,
        )
      case 'resume':
        return outcomeOf(
          await resumeEndpoint(db, input),
          'Webhook reanudado. Se envía lo que estaba en espera.',
          refusalOf,
        )
      case 'test':
        return outcomeOf(
          await sendTest(db, { ...input, now }),
          'Prueba en camino. En unos segundos verás en los envíos cómo respondió.',
          { test_waiting: 'Ya hay una prueba en camino.', endpoint_not_found: FAILURES.endpoint_not_found },
        )
      case 'rotate': {
        const rotated = await rotateSecret(db, { ...input, now })
        if (!rotated.ok) return outcomeOf(rotated, '', refusalOf)
        const done = 'Secreto nuevo creado. El anterior también firma durante 24 horas.'
        return { done, created: { id: endpointId, secret: rotated.value.secret } }
      }
      case 'delete': {
        const deleted = await deleteEndpoint(db, input)
        return deleted.ok ? redirect('/admin/integrations') : outcomeOf(deleted, '', refusalOf)
      }
    }
  },
)
