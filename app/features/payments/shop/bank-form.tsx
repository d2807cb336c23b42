import { data } from 'react-router'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import { openForm } from '#app/features/payments/attempts/start-payment.server.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/bank-form'
import { PostingForm } from './posting-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Al medio de pago · Alhena' }]

/** Whoever has the address of an attempt may open its form at the bank: a quotation is paid without an account. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const form = await openForm(servicesOf(context), params.attemptId)
  if (!form) throw data(null, 404)
  return form
}

/** Leads to the gateway's form by POST, as Transbank's manual asks: the token is in no address. */
export default function BankForm({ loaderData }: Route.ComponentProps) {
  const { state } = loaderData
  return (
    <RespondFrame>
      <div className="mx-auto grid max-w-2xl gap-4">
        {state === 'open' ? (
          <>
            <PostingForm
              to={loaderData.form}
              title={`Te llevamos a ${gatewayName(loaderData.gateway)}…`}
              label={`Ir a ${gatewayName(loaderData.gateway)}`}
            />
            <p className="text-muted">
              Ahí pagas en la página segura del medio de pago, y después vuelves a la tienda.
            </p>
          </>
        ) : (
          <>
            <h1 className="text-2xl">Este pago ya tuvo respuesta</h1>
            <p className="text-muted">En tus compras está cómo quedó.</p>
            <div>
              <ButtonLink to="/account/orders">Ver mis compras</ButtonLink>
            </div>
          </>
        )}
      </div>
    </RespondFrame>
  )
}
