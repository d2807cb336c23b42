import { data, redirectDocument, useNavigation } from 'react-router'
import { formatPesos } from '#app/kernel/format.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { hrefOf } from '#app/platform/payments/gateway.ts'
import { DECISIONS, type Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/payment-simulator'
import { PostingForm } from './posting-form.tsx'

/** Time-out in milliseconds of the server-to-server copy of a return. */
const COPY_LIMIT_MS = 10_000

export const meta: Route.MetaFunction = () => [{ title: 'PAGO SIMULADO · Alhena' }]

function simulatorOf(context: Route.LoaderArgs['context']) {
  const { simulator } = servicesOf(context)
  if (!simulator) throw data(null, 404)
  return simulator
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const form = await simulatorOf(context).describe(url.searchParams.get('token_ws') ?? '')
  return form.ok ? data({ form: form.value }) : data({ form: null }, 404)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const fields = await readForm(request)
  const decision = DECISIONS.find(known => known === fields.decision)
  if (!decision) return data({ problem: 'invalid' as const, departure: null }, 400)
  const decided = await simulatorOf(context).decide(url.searchParams.get('token_ws') ?? '', decision)
  if (!decided.ok) return data({ problem: decided.error.code, departure: null }, 409)
  const { alsoCall, ...departure } = decided.value
  if (alsoCall) {
    // The gateway's own copy of the return races the browser's; its response is ignored.
    fetch(hrefOf(alsoCall), { redirect: 'manual', signal: AbortSignal.timeout(COPY_LIMIT_MS) }).catch(() => undefined)
  }
  return departure.method === 'GET' ? redirectDocument(hrefOf(departure)) : data({ problem: null, departure })
}

const CHOICES: Record<Decision, { label: string; detail: string }> = {
  authorize: { label: 'Autorizar', detail: 'El banco aprueba el pago.' },
  reject: { label: 'Rechazar', detail: 'El banco no aprueba el pago.' },
  cancel: { label: 'Anular', detail: 'La persona se arrepiente y vuelve a la tienda.' },
  timeout: { label: 'Tiempo agotado', detail: 'Nadie llenó el formulario a tiempo.' },
  form_error: { label: 'Error de formulario', detail: 'El formulario del banco falla.' },
  duplicate_return: { label: 'Retorno duplicado', detail: 'Aprueba, y el aviso llega dos veces a la vez.' },
  lost_answer: { label: 'Respuesta perdida', detail: 'Aprueba, pero la confirmación no llega a la tienda.' },
}

export default function PaymentSimulator({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state !== 'idle'
  const { form } = loaderData
  return (
    <main id="contenido" tabIndex={-1} className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-8 px-4 py-10">
      <p className="rounded-md border-2 border-dashed border-copper bg-copper-soft px-4 py-3 text-center text-lg font-semibold tracking-wide text-copper-strong">
        PAGO SIMULADO
      </p>
      {actionData?.departure ? (
        <PostingForm to={actionData.departure} title="Volviendo a la tienda…" label="Volver a la tienda" />
      ) : form === null ? (
        <Closed>No existe un pago con este enlace.</Closed>
      ) : form.state === 'decided' || form.state === 'finished' ? (
        <Closed>Este pago ya tuvo respuesta.</Closed>
      ) : (
        <>
          <header>
            <h1 className="text-2xl">Banco de prueba</h1>
            <p className="mt-2 text-muted">
              Esta página reemplaza a la del banco: no se mueve dinero. Elige qué debe pasar con el pago.
            </p>
          </header>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-5">
            <dt className="text-muted">Monto</dt>
            <dd className="text-right text-lg font-semibold tabular-nums">{formatPesos(form.amountClp)}</dd>
            <dt className="text-muted">Referencia</dt>
            <dd className="text-right tabular-nums">{form.buyOrder}</dd>
          </dl>
          {actionData?.problem && <Alert tone="error">Este pago ya no acepta esa respuesta.</Alert>}
          <Form method="post" className="grid gap-3 sm:grid-cols-2">
            {DECISIONS.filter(decision => form.state === 'open' || decision === 'timeout').map(decision => (
              <div key={decision} className="grid gap-1.5 rounded-lg border border-line bg-surface p-4">
                <Button
                  type="submit"
                  name="decision"
                  value={decision}
                  variant={decision === 'authorize' ? 'primary' : 'secondary'}
                  pending={pending}
                  aria-describedby={`about-${decision}`}
                >
                  {CHOICES[decision].label}
                </Button>
                <p id={`about-${decision}`} className="text-sm text-muted">
                  {CHOICES[decision].detail}
                </p>
              </div>
            ))}
          </Form>
        </>
      )}
    </main>
  )
}

function Closed({ children }: { children: string }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl">{children}</h1>
      <div>
        <ButtonLink to="/checkout">Volver a la tienda</ButtonLink>
      </div>
    </div>
  )
}
