import { type EndpointForm, endpointForm } from '#app/features/integrations/endpoint.schema.ts'
import type { EndpointFailure } from '#app/features/integrations/keep-endpoints.server.ts'
import { MAX_ENDPOINTS, URL_PROBLEMS } from '#app/features/integrations/webhooks.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { EndpointValues } from './endpoint-answer.ts'

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** An endpoint from its form; or the errors by field, with the typed values. */
export function readEndpointForm(
  form: FormData,
): Result<
  { form: EndpointForm; values: EndpointValues },
  { code: 'wrong'; errors: Record<string, string>; values: EndpointValues }
> {
  const values = {
    url: textOf(form, 'url').slice(0, 1000),
    description: textOf(form, 'description').slice(0, 1000),
    events: form
      .getAll('events')
      .filter(event => typeof event === 'string')
      .slice(0, 20),
  }
  const parsed = endpointForm.safeParse({ ...values, events: [...new Set(values.events)] })
  if (!parsed.success) return err({ code: 'wrong', errors: firstMessagePerField(parsed.error), values })
  return ok({ form: parsed.data, values })
}

const FAILURES: Record<Exclude<EndpointFailure['code'], 'wrong_url'>, string> = {
  endpoint_not_found: 'Este webhook ya no existe.',
  too_many: `Puede haber hasta ${MAX_ENDPOINTS} webhooks. Elimina uno que ya no uses.`,
  changed_meanwhile:
    'Otra persona cambió este webhook mientras lo tenías abierto. Revisa los datos e inténtalo de nuevo.',
}

/** The text of a failed operation on an endpoint. */
export const failureOf = (
  failure: EndpointFailure,
): { text: string; errors: Record<string, string>; status: number } =>
  failure.code === 'wrong_url'
    ? { text: 'Revisa el formulario.', errors: { url: URL_PROBLEMS[failure.problem] }, status: 400 }
    : { text: FAILURES[failure.code], errors: {}, status: failure.code === 'endpoint_not_found' ? 404 : 409 }
