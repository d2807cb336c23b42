import { data } from 'react-router'
import { LOAD_FAILED } from '#app/features/discounts/discount-admin.ts'
import { discountTotals, listDiscounts, productChoices } from '#app/features/discounts/discount-list.db.server.ts'
import { changeDiscountStatuses } from '#app/features/discounts/manage-discount.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { toClock } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type ListOutcome, ListPage } from '#app/lists/list-page.tsx'
import { readListForm } from '#app/lists/list-post.server.ts'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { DiscountStatus } from '#app/platform/database/values.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Stat, StatList } from '#app/ui/facts.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/discounts'
import { discountColumns } from './discount-columns.tsx'
import { useDiscountDialogs } from './discount-dialogs.tsx'
import { DISCOUNT_LIST, readDiscountList } from './discount-list.ts'
import { answerDiscounts } from './discounts-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Descuentos · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, log } = servicesOf(args.context)
  const { address, query } = readDiscountList(args.url)
  const at = now()
  try {
    const found = await asActor(db, actorOf(user), async tx => ({
      page: await listDiscounts(tx, { ...query, now: at }),
      totals: await discountTotals(tx, at),
      products: await productChoices(tx),
    }))
    return { address, ...found, clock: toClock(at), hidden: hiddenColumns(args.request, DISCOUNT_LIST.name) }
  } catch (error) {
    log.error('discounts_load_failed', describeError(error))
    return data(null, isDatabaseOutage(error) ? 503 : 500)
  }
}

/** What the bulk bar does to the codes that are ticked. */
const BULK = {
  activate: { status: 'active', label: 'Activar', done: ['código activado', 'códigos activados'] },
  pause: { status: 'paused', label: 'Pausar', done: ['código pausado', 'códigos pausados'] },
  deactivate: { status: 'inactive', label: 'Desactivar', done: ['código desactivado', 'códigos desactivados'] },
} as const satisfies Record<string, { status: DiscountStatus; label: string; done: readonly [string, string] }>

const isBulk = (intent: unknown): intent is keyof typeof BULK =>
  typeof intent === 'string' && Object.hasOwn(BULK, intent)

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const form = await postedForm(args.request.clone())
  if (!isBulk(form.get('intent'))) return answerDiscounts(args)
  const { intent, ids } = readListForm(form, ['activate', 'pause', 'deactivate'])
  const { status, done } = BULK[intent]
  const actor = { kind: 'admin', userId: user.id } as const
  const { changed } = await changeDiscountStatuses(servicesOf(args.context).db, { actor, ids, status })
  if (changed > 0) return { done: true, text: `${countOf(changed, done[0], done[1])}.` }
  const text =
    ids.length === 0 ? 'Selecciona al menos un código.' : 'No cambió nada: ya estaban así o están archivados.'
  return data({ done: false, text }, 400)
}

export default function AdminDiscounts({ loaderData, actionData }: Route.ComponentProps) {
  const outcome = actionData && 'done' in actionData ? actionData : undefined
  return loaderData ? <Discounts {...loaderData} outcome={outcome} /> : <LoadFailed />
}

type DiscountsProps = NonNullable<Route.ComponentProps['loaderData']> & { outcome: ListOutcome | undefined }

function Discounts({ address, page, totals, products, clock, hidden, outcome }: DiscountsProps) {
  const { show, dialogs } = useDiscountDialogs({ rows: page.rows, products, clock })
  const create = <Button onClick={() => show('create')}>Crear código</Button>
  return (
    <>
      <ListPage
        shape={DISCOUNT_LIST}
        address={address}
        page={page}
        hidden={hidden}
        title="Códigos de descuento"
        searchLabel="Buscar por código o nombre..."
        caption="Códigos de descuento"
        columns={discountColumns(show)}
        rowName={row => row.code}
        outcome={outcome}
        bulk={Object.entries(BULK).map(([intent, { label }]) => ({ intent, label }))}
        empty={{
          title: 'No se encontraron códigos de descuento',
          text: 'Crea el primero: se puede usar apenas lo guardes.',
          action: create,
        }}
        unmatched="No se encontraron códigos de descuento. Prueba con otro comienzo del código o del nombre, o con otro estado."
        exportTo="/admin/discounts/export"
        actions={
          <>
            <ButtonLink to="/admin/discounts/simulator" variant="secondary">
              Simulador
            </ButtonLink>
            {create}
          </>
        }
        summary={
          <StatList>
            <Stat
              label="Códigos activos"
              value={formatInteger(totals.usable)}
              note={`De ${countOf(totals.codes, 'código', 'códigos')}`}
            />
            <Stat label="Usos" value={formatInteger(totals.uses)} note="Sin los devueltos" />
            <Stat
              label="Ventas con código"
              value={formatPesos(totals.revenue)}
              note={countOf(totals.orders, 'orden pagada', 'órdenes pagadas')}
            />
            <Stat label="Descontado" value={formatPesos(totals.discount)} note="En órdenes pagadas" />
          </StatList>
        }
      />
      {dialogs}
    </>
  )
}

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
