import { data } from 'react-router'
import { LOAD_FAILED } from '#app/features/discounts/discount-admin.ts'
import { discountTotals, listDiscounts, productChoices } from '#app/features/discounts/discount-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { toClock } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Stat, StatList } from '#app/ui/stat.tsx'
import type { Route } from './+types/discounts'
import { discountColumns } from './discount-columns.tsx'
import { useDiscountDialogs } from './discount-dialogs.tsx'
import { DISCOUNT_LIST, readDiscountList } from './discount-list.ts'
import { answerDiscounts } from './discounts-action.server.ts'
import { ListPage } from './lists/list-page.tsx'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Descuentos · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

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

export const action = (args: Route.ActionArgs) => answerDiscounts(args)

export default function AdminDiscounts({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Discounts {...loaderData} /> : <LoadFailed />
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>

function Discounts({ address, page, totals, products, clock, hidden }: Loaded) {
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
