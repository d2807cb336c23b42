import { data } from 'react-router'
import { failureTitle, LOAD_FAILED } from '#app/features/discounts/discount-admin.ts'
import type { DiscountAnswer } from '#app/features/discounts/discount-answers.ts'
import { changeDiscountStatuses } from '#app/features/discounts/manage-discount.server.ts'
import { smallTotals } from '#app/features/discounts/small-totals.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { toClock } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { answerOrKeepForm, NO_ANSWER } from '#app/kit/forms/keep-form.ts'
import { textsOf } from '#app/kit/forms/read-form.server.ts'
import { readListForm } from '#app/kit/lists/list-post.server.ts'
import { type ListOutcome, ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { useDiscountDialogs } from './dialogs.tsx'
import { type DiscountTotals, discountRows, discountTotals, productChoices } from './discount-list.server.ts'
import { DiscountDialogs, discountList } from './discount-list.tsx'
import { answerDiscounts } from './list-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Descuentos · Administración · Alhena' }]

const loadList = adminList(discountRows, ({ tx, query }) =>
  allKeyed({ totals: discountTotals(tx, query), products: productChoices(tx), clock: toClock(query.now) }),
)

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  try {
    return { ...(await loadList(args)), minimum: servicesOf(args.context).gateways.current.minimumClp }
  } catch (error) {
    servicesOf(args.context).log.error('discounts_load_failed', describeError(error))
    return data(null, isDatabaseOutage(error) ? 503 : 500)
  }
}

/** The bulk actions on ticked codes. */
const BULK = {
  activate: { status: 'active', done: ['código activado', 'códigos activados'] },
  pause: { status: 'paused', done: ['código pausado', 'códigos pausados'] },
  deactivate: { status: 'inactive', done: ['código desactivado', 'códigos desactivados'] },
} as const

const isBulk = (intent: unknown): intent is keyof typeof BULK =>
  typeof intent === 'string' && Object.hasOwn(BULK, intent)

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const form = await postedForm(args.request)
  if (!isBulk(form.get('intent'))) return answerDiscounts(args, user, textsOf(form))
  const { intent, ids } = readListForm(form, ['activate', 'pause', 'deactivate'])
  const { status, done } = BULK[intent]
  const actor = { kind: 'admin', userId: user.id } as const
  const { changed } = await changeDiscountStatuses(servicesOf(args.context).db, { actor, ids, status })
  if (changed > 0) return { done: true, text: `${countOf(changed, done[0], done[1])}.` }
  const text =
    ids.length === 0 ? 'Selecciona al menos un código.' : 'No cambió nada: ya estaban así o están archivados.'
  return data({ done: false, text }, 400)
}

/** Without a response the screen stays, with the text of the form that failed (specification 2, section 3). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get('intent')
  return answerOrKeepForm(serverAction, (): ListOutcome | DiscountAnswer =>
    isBulk(intent)
      ? { done: false, text: NO_ANSWER }
      : { ok: false, notice: { title: failureTitle(intent), tone: 'error' }, errors: {} },
  )
}

export default function AdminDiscounts({ loaderData, actionData }: Route.ComponentProps) {
  const outcome = actionData && 'done' in actionData ? actionData : undefined
  return loaderData ? <Discounts {...loaderData} outcome={outcome} /> : <LoadFailed />
}

type DiscountsProps = NonNullable<Route.ComponentProps['loaderData']> & { outcome: ListOutcome | undefined }

function Discounts({ data, totals, products, minimum, clock, outcome }: DiscountsProps) {
  const { show, dialogs } = useDiscountDialogs({ rows: data.page.rows, products, minimum, clock })
  const small = data.page.rows.filter(
    code => code.state !== 'archived' && smallTotals(code, products, minimum).length > 0,
  )
  const create = <Button onClick={() => show('create')}>Crear código</Button>
  return (
    <DiscountDialogs value={show}>
      <ListScreen
        list={discountList}
        data={data}
        title="Códigos de descuento"
        outcome={outcome}
        emptyAction={create}
        actions={
          <>
            <ButtonLink to="/admin/discounts/simulator" variant="secondary">
              Simulador
            </ButtonLink>
            {create}
          </>
        }
        summary={
          <>
            <DiscountSummary totals={totals} />
            {small.length > 0 && <SmallTotalsAlert codes={small.map(({ code }) => code)} minimum={minimum} />}
          </>
        }
      />
      {dialogs}
    </DiscountDialogs>
  )
}

/** The four figures of specification 2, section 3, of the codes that search and filters leave. */
const DiscountSummary = ({ totals }: { totals: DiscountTotals | undefined }) => (
  <StatLine>
    <StatLineItem
      label="Códigos activos"
      value={totals && formatInteger(totals.usable)}
      definition={totals && `De ${countOf(totals.codes, 'código', 'códigos')}`}
    />
    <StatLineItem label="Usos" value={totals && formatInteger(totals.uses)} definition="Sin los devueltos" />
    <StatLineItem
      label="Ventas con código"
      value={totals && formatPesos(totals.revenue)}
      definition={totals && countOf(totals.orders, 'orden pagada', 'órdenes pagadas')}
    />
    <StatLineItem label="Descontado" value={totals && formatPesos(totals.discount)} definition="En órdenes pagadas" />
  </StatLine>
)

/** The codes of the page with which a purchase could cost less than a card is charged; each one's details say which. */
const SmallTotalsAlert = ({ codes, minimum }: { codes: readonly string[]; minimum: Pesos }) => (
  <Alert tone="warning" className="mt-4">
    {`Con ${new Intl.ListFormat('es-CL').format(codes)} puede quedar un total de menos de ${formatPesos(minimum)}, que no se cobra con tarjeta. Abre sus detalles para ver en qué compras.`}
  </Alert>
)

const LoadFailed = () => (
  <>
    <PageHeading title="Códigos de descuento" />
    <Alert
      tone="error"
      title={LOAD_FAILED}
      actions={
        <ButtonLink to="/admin/discounts" reloadDocument variant="secondary" size="sm">
          Volver a intentarlo
        </ButtonLink>
      }
    >
      Los códigos siguen como estaban.
    </Alert>
  </>
)
