import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { ENDPOINT_INTENTS, endpointRevision } from '#app/features/integrations/endpoint.schema.ts'
import {
  deleteEndpoint,
  type EndpointFailure,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  saveEndpoint,
} from '#app/features/integrations/keep-endpoints.server.ts'
import { sendTest } from '#app/features/integrations/send-again.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/endpoint'
import type { EndpointAnswer } from './endpoint-answer.ts'
import { failureOf, readEndpointForm } from './read-endpoint.server.ts'

const intentSchema = z.enum(ENDPOINT_INTENTS)

/** The forms of an endpoint's page. */
export async function answerEndpoint(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const endpointId = z.uuid().safeParse(args.params.endpointId)
  if (!endpointId.success) throw data('Not found', 404)
  const form = await postedForm(args.request)
  const parsed = intentSchema.safeParse(form.get('intent'))
  const revision = endpointRevision.safeParse(form.get('revision'))
  if (!parsed.success || !revision.success) throw data('Bad request', 400)
  const intent = parsed.data
  const input = {
    actor: { kind: 'admin', userId } as const,
    endpointId: endpointId.data,
    revision: revision.data,
  }
  const answer = (
    body: Omit<EndpointAnswer, 'intent' | 'errors'> & { errors?: Record<string, string> },
    status = 200,
  ) => data<EndpointAnswer>({ intent, errors: {}, ...body }, status)
  const done = (text: string, secret?: string) => answer({ done: true, text, ...(secret !== undefined && { secret }) })
  const fail = (failure: EndpointFailure, values?: EndpointAnswer['values']) => {
    const { status, ...shown } = failureOf(failure)
    return answer({ done: false, ...shown, ...(values && { values }) }, status)
  }
  switch (intent) {
    case 'save': {
      const read = readEndpointForm(form)
      if (!read.ok) {
        const { errors, values } = read.error
        return answer({ done: false, text: 'Revisa el formulario.', errors, values }, 400)
      }
      const { form: requested, values } = read.value
      const saved = await saveEndpoint(db, { ...input, form: requested, allowLocal: settings.demo })
      return saved.ok ? done('Cambios guardados.') : fail(saved.error, values)
    }
    case 'pause': {
      const paused = await pauseEndpoint(db, input)
      return paused.ok ? done('Webhook en pausa. Lo que pase se guarda hasta que lo reanudes.') : fail(paused.error)
    }
    case 'resume': {
      const resumed = await resumeEndpoint(db, input)
      return resumed.ok ? done('Webhook reanudado. Se envía lo que estaba en espera.') : fail(resumed.error)
    }
    case 'test': {
      const sent = await sendTest(db, { ...input, now: now() })
      if (sent.ok) return done('Prueba en camino. En unos segundos verás en los envíos cómo respondió.')
      return sent.error.code === 'test_waiting'
        ? answer({ done: false, text: 'Ya hay una prueba en camino.' }, 409)
        : fail({ code: sent.error.code })
    }
    case 'rotate': {
      const rotated = await rotateSecret(db, { ...input, now: now() })
      if (!rotated.ok) return fail(rotated.error)
      return done('Secreto nuevo creado. El anterior también firma durante 24 horas.', rotated.value.secret)
    }
    case 'delete': {
      const deleted = await deleteEndpoint(db, input)
      return deleted.ok ? redirect('/admin/integrations') : fail(deleted.error)
    }
  }
}
