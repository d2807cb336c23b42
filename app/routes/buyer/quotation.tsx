import { data, Form, useNavigation } from 'react-router'
import { requireQuotation } from '#app/features/quotations/find-quotation.server.ts'
import { mailQuotation } from '#app/features/quotations/mail-quotation.server.ts'
import { OpenAsCart } from '#app/features/quotations/open-as-cart.tsx'
import { quotationIntent } from '#app/features/quotations/quotation.schema.ts'
import { QuotationDetail } from '#app/features/quotations/quotation-detail.tsx'
import { mailMessage } from '#app/features/quotations/quotation-texts.ts'
import { QUOTATION_STATES, quotationPath, stateOf } from '#app/features/quotations/quotations.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { StatusBadge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/quotation'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cotización ${loaderData?.quotation.number ?? ''} · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const { quotation } = await requireQuotation(args)
  const now = servicesOf(args.context).now()
  return { quotation, state: stateOf(quotation, now), isNew: args.url.searchParams.has('creada') }
}

export async function action(args: Route.ActionArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { db, now } = servicesOf(args.context)
  const parsed = quotationIntent.safeParse(await readForm(args.request))
  if (!parsed.success) return data({ sentTo: null, problem: 'No entendimos la solicitud. Recarga la página.' }, 400)
  const mailed = await mailQuotation(db, user, quotation.id, now())
  return mailed.ok
    ? data({ sentTo: mailed.value.email, problem: null })
    : data({ sentTo: null, problem: mailMessage(mailed.error) }, 429)
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, state, isNew } = loaderData
  const navigation = useNavigation()
  const sending = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const validUntil = formatDate(quotation.validUntil)
  return (
    <AccountPage>
      <PageHeading
        title={
          <>
            Cotización <span className="whitespace-nowrap">{quotation.number}</span>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge of={QUOTATION_STATES} status={state} />
            <span>
              Emitida el <Day>{formatDate(quotation.issuedAt)}</Day>, {state === 'expired' ? 'venció' : 'válida hasta'}{' '}
              el <Day>{validUntil}</Day>
            </span>
          </span>
        }
        before={
          <Breadcrumbs items={[{ label: 'Cotizaciones', to: '/account/quotations' }, { label: quotation.number }]} />
        }
        actions={
          <div className="flex w-full flex-wrap gap-2.5 max-sm:*:grow">
            <Form method="post" preventScrollReset>
              <Button
                type="submit"
                variant="ghost"
                className="w-full"
                name="intent"
                value="mail"
                pending={sending}
                pendingLabel="Enviando…"
              >
                Enviar a mi correo
              </Button>
            </Form>
            <ButtonLink to={`${quotationPath(quotation.id)}/pdf`} reloadDocument variant="secondary">
              Descargar PDF
            </ButtonLink>
            <OpenAsCart quotation={quotation} state={state} />
          </div>
        }
      />
      <div className="grid gap-6">
        {actionData?.sentTo && !sending && (
          <Alert tone="success">Te enviamos un enlace a esta cotización a {actionData.sentTo}.</Alert>
        )}
        {actionData?.problem && !sending && <Alert tone="error">{actionData.problem}</Alert>}
        {isNew && !actionData && state === 'valid' && (
          <Alert tone="success" title="Tu cotización está lista">
            Descárgala en PDF o ábrela como carrito cuando quieras comprar. Respetamos sus precios hasta el {validUntil}
            .
          </Alert>
        )}
        {state === 'expired' && (
          <Alert>
            Sus precios ya no valen. Puedes abrir los mismos productos con los precios actuales y cotizar de nuevo.
          </Alert>
        )}
        <QuotationDetail quotation={quotation} />
      </div>
    </AccountPage>
  )
}

/** A date without line breaks. */
const Day = ({ children }: { children: string }) => <span className="whitespace-nowrap tabular-nums">{children}</span>
