import { randomUUID } from 'node:crypto'
import { data, redirect, useNavigation } from 'react-router'
import { useCarriedCart } from '#app/features/cart/carried-cart.ts'
import { useQuotedCart } from '#app/features/cart/cart-context.ts'
import { CartPanel, EmptyCart } from '#app/features/cart/drawer/cart-panel.tsx'
import { ChangedQuoteAlert, useChangedQuote } from '#app/features/cart/drawer/changed-quote.tsx'
import { fullName } from '#app/features/identity/identity.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { createQuotation, quotationCart, quotationForm } from '#app/features/quotations/create-quotation.server.ts'
import { lastBuyerData } from '#app/features/quotations/quotations.server.ts'
import {
  QUOTATION_FIELDS,
  type QuotationField,
  quotationFields,
  quotationMessage,
  quotationPath,
} from '#app/features/quotations/quotations.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { parseJson } from '#app/platform/http/parse-json.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { Route } from './+types/new-quotation'

type QuotationFormProps = {
  /** Choices, code, key and the total shown to the buyer, as JSON. */
  cart: string
  email: string
  values: Record<QuotationField, string>
  errors: Partial<Record<string, string>>
  pending: boolean
  disabled: boolean
}

/** Whom the quotation is for. Only the contact's name is required. */
function QuotationForm({ cart, email, values, errors, pending, disabled }: QuotationFormProps) {
  const { ref, field } = useForm(quotationFields, { errors, values })
  return (
    <Form ref={ref} method="post" className="grid gap-6" noValidate>
      <input type="hidden" name="cart" value={cart} />
      <Panel title="¿Para quién es?" description={`Aparece en el documento, junto a tu correo ${email}.`}>
        <div className="grid gap-5 sm:grid-cols-2">
          {QUOTATION_FIELDS.map(name => (
            <TextField key={name} {...field(name)} />
          ))}
        </div>
      </Panel>
      <div>
        <Button
          type="submit"
          size="lg"
          pending={pending}
          pendingLabel="Creando…"
          disabled={disabled}
          className="w-full sm:w-auto"
        >
          Crear cotización
        </Button>
        <p className="mt-3 text-sm text-muted">No te compromete a comprar.</p>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Nueva cotización · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const last = await readAs(servicesOf(args.context).db, { kind: 'user', userId: user.id }, tx =>
    lastBuyerData(tx, user.id),
  )
  return {
    /** One quotation per rendered form, however often it is sent. */
    key: randomUUID(),
    email: user.email,
    days: saleSettings().quotationDays,
    values: {
      buyer_name: fullName(user),
      buyer_phone: user.phone ?? '',
      company_name: last?.company ?? user.company ?? '',
      company_rut: last?.rut ? formatRut(last.rut) : '',
      company_address: last?.address ?? '',
      reference: '',
    },
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const fields = await readForm(args.request)
  const values = typedValues(fields, QUOTATION_FIELDS)
  const cart = quotationCart.safeParse(parseJson(fields.cart))
  if (!cart.success) return data({ values, errors: {}, problem: { code: 'invalid_cart' as const } }, 400)
  const form = quotationForm.safeParse(fields)
  if (!form.success) return data({ values, errors: firstMessagePerField(form.error), problem: null }, 400)
  const created = await createQuotation(db, user, cart.data, form.data, now())
  if (created.ok) return redirect(`${quotationPath(created.value)}?creada=1`)
  return data({ values, errors: {}, problem: created.error }, created.error.code === 'too_many' ? 429 : 409)
}

/** Typed input stays on screen when no response arrives. */
export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, form => ({
    values: typedValues(form, QUOTATION_FIELDS),
    errors: {},
    problem: { code: 'unreachable' as const },
  }))

const NO_ERRORS = {}

const WAY_BACK = <Breadcrumbs items={[{ label: 'Cotizaciones', to: '/account/quotations' }, { label: 'Nueva' }]} />

export default function NewQuotation({ loaderData, actionData }: Route.ComponentProps) {
  const cart = useQuotedCart()
  const isArriving = useCarriedCart()
  const navigation = useNavigation()
  const pending = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const problem = pending ? null : (actionData?.problem ?? null)
  const changed = useChangedQuote(cart, problem)
  const { quote } = cart
  const held = quote?.quotation?.state === 'applied' ? quote.quotation : undefined

  if (cart.ready && !isArriving && cart.choices.length === 0) {
    return (
      <AccountPage narrow>
        <PageHeading title="Nueva cotización" before={WAY_BACK} />
        {problem && (
          <div className="mb-8">
            <ChangedQuoteAlert title="No pudimos crear la cotización" changed={changed} cart={cart}>
              {quotationMessage(problem)}
            </ChangedQuoteAlert>
          </div>
        )}
        <EmptyCart>Elige una evaluación o un taller y vuelve para cotizar.</EmptyCart>
      </AccountPage>
    )
  }
  return (
    <AccountPage>
      <PageHeading
        title="Nueva cotización"
        description={`Un documento en PDF con tu carrito y sus precios, que respetamos por ${countOf(loaderData.days, 'día', 'días')}.`}
        before={WAY_BACK}
      />
      {problem && (
        <div className="mb-8">
          <ChangedQuoteAlert title="No pudimos crear la cotización" changed={changed} cart={cart}>
            {quotationMessage(problem)}
          </ChangedQuoteAlert>
        </div>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          {held ? (
            <Alert
              title={`Estos precios ya están en la cotización ${held.number}`}
              actions={
                <>
                  <ButtonLink to={quotationPath(held.id)} size="sm">
                    Ver esa cotización
                  </ButtonLink>
                  <Button variant="secondary" size="sm" onClick={cart.leaveQuotation}>
                    Cotizar con precios actuales
                  </Button>
                </>
              }
            >
              {`Vale hasta el ${held.valid_until}. Una cotización nueva lleva los precios actuales.`}
            </Alert>
          ) : (
            <QuotationForm
              cart={JSON.stringify({
                key: loaderData.key,
                choices: cart.choices,
                code: quote?.discount?.code ?? null,
                expected_total_clp: quote?.total_clp ?? 0,
              })}
              email={loaderData.email}
              values={actionData?.values ?? loaderData.values}
              errors={actionData?.errors ?? NO_ERRORS}
              pending={pending}
              disabled={!quote || cart.quoteState !== 'idle'}
            />
          )}
        </div>
        <CartPanel title="Tu carrito" withoutScripts="Para cotizar, tu navegador debe permitir JavaScript." />
      </div>
    </AccountPage>
  )
}
