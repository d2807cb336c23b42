import { data } from 'react-router'
import { z } from 'zod'
import { type DiscountAnswer, failureTitle } from '#app/features/discounts/discount-admin.ts'
import {
  changeDiscountStatus,
  changeDiscountStatuses,
  type DiscountTarget,
  deleteDiscount,
  discountSchema,
  saveDiscount,
} from '#app/features/discounts/manage-discounts.server.ts'
import { smallTotals } from '#app/features/discounts/small-totals.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { toClock } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { answerRefusals, textsOf } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput, NO_ANSWER } from '#app/kit/forms/keep-typed-input.ts'
import { readListForm } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { useDiscountDialogs } from './dialogs.tsx'
import {
  type DiscountTotals,
  discountRows,
  discountTotals,
  findDiscount,
  productChoices,
} from './discount-list.server.ts'
import { discountList, ShowDiscountContext } from './discount-list.tsx'

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

/** The bulk actions on selected codes. */
const BULK = {
  activate: { status: 'active', done: ['código activado', 'códigos activados'] },
  pause: { status: 'paused', done: ['código pausado', 'códigos pausados'] },
  deactivate: { status: 'inactive', done: ['código desactivado', 'códigos desactivados'] },
} as const

const isBulk = (intent: unknown): intent is keyof typeof BULK =>
  typeof intent === 'string' && Object.hasOwn(BULK, intent)

const target = { id: z.uuid(), revision: z.coerce.number().int() }
const command = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create') }),
  z.object({ intent: z.literal('edit'), ...target }),
  z.object({ intent: z.literal('status'), ...target, status: z.enum(['active', 'paused', 'inactive']) }),
  z.object({ intent: z.literal('delete'), ...target }),
])
type Command = z.output<typeof command>

/** The forms of the screen. What fails unexpectedly is logged and answered in that form. */
export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const form = await postedForm(args.request)
  const { db, log } = servicesOf(args.context)
  const actor = { kind: 'admin', userId } as const
  if (isBulk(form.get('intent'))) {
    const { intent, ids } = readListForm(form, ['activate', 'pause', 'deactivate'])
    const { status, done } = BULK[intent]
    const changed = await changeDiscountStatuses(db, { actor, ids, status })
    if (changed > 0) return { done: true, text: `${countOf(changed, done[0], done[1])}.` }
    const text =
      ids.length === 0 ? 'Selecciona al menos un código.' : 'No cambió nada: ya estaban así o están archivados.'
    return data({ done: false, text }, 400)
  }
  const parsed = command.safeParse(textsOf(form))
  if (!parsed.success) throw data('Bad request', 400)
  const title = failureTitle(parsed.data.intent)
  try {
    return await answerRefusals(() => carryOut(args, actor, parsed.data, form), { title })
  } catch (error) {
    log.error('discounts_action_failed', { intent: parsed.data.intent, ...describeError(error) })
    return data<DiscountAnswer>({ done: false, title, text: '' }, isDatabaseOutage(error) ? 503 : 500)
  }
}

const STATUS_DONE = { active: 'activado', paused: 'pausado', inactive: 'desactivado' } as const

const carriedOut = (title: string, text = ''): DiscountAnswer => ({ done: true, title, text })

type Admin = { kind: 'admin'; userId: string }

async function carryOut(args: Route.ActionArgs, actor: Admin, posted: Command, form: FormData) {
  const { db, now } = servicesOf(args.context)
  switch (posted.intent) {
    case 'create':
      return answerRefusals(() => save(args, actor, undefined, form), { title: 'Error' })
    case 'edit':
      return answerRefusals(() => save(args, actor, posted, form), { title: 'Error' })
    case 'status':
      await changeDiscountStatus(db, { actor, target: posted, status: posted.status })
      return carriedOut('Estado actualizado', `Código ${STATUS_DONE[posted.status]}`)
    case 'delete': {
      const done = await deleteDiscount(db, { actor, target: posted, now: now() })
      if (done === 'deleted') return carriedOut('Código eliminado')
      return carriedOut(
        'Código archivado',
        'Ya se había usado, así que queda en el historial y nadie puede volver a usarlo.',
      )
    }
  }
}

/** Percent from which a code asks who sits before the session. */
const STEP_UP_PERCENT = 50

/** @param edited the code; undefined: a new one */
async function save(args: Route.ActionArgs, actor: Admin, edited: DiscountTarget | undefined, form: FormData) {
  const services = servicesOf(args.context)
  const now = services.now()
  const before = edited && (await readAs(services.db, actor, tx => findDiscount(tx, edited.id, now)))
  const texts = textsOf(form)
  const typed = discountSchema(texts, now, before).safeParse({ ...texts, products: form.getAll('products') })
  const wrong = { done: false, title: 'Revisa el formulario', text: '' } as const
  if (!typed.success) return data<DiscountAnswer>({ ...wrong, errors: firstMessagePerField(typed.error) }, 400)
  const { products, ...fields } = typed.data
  // A code that gives half of the price away or more is made by somebody who confirms to be there.
  const isGift = fields.type === 'percentage' && fields.value >= STEP_UP_PERCENT
  const unconfirmed = isGift && (await answerRefusals(() => reauthenticate(args, texts.password ?? '', now), wrong))
  if (unconfirmed) return unconfirmed
  await saveDiscount(services.db, { actor, target: edited, fields, products, now })
  return carriedOut(edited ? 'Código actualizado' : 'Código creado')
}

/** Without a response the screen stays, with the text of the form that failed (specification 2, section 3). */
export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, (form): DiscountAnswer => {
    const intent = form.get('intent')
    return isBulk(intent) ? { done: false, text: NO_ANSWER } : { done: false, text: '', title: failureTitle(intent) }
  })

export default function AdminDiscounts({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <Discounts {...loaderData} outcome={actionData} /> : <LoadFailed />
}

type DiscountsProps = NonNullable<Route.ComponentProps['loaderData']> & { outcome: DiscountAnswer | undefined }

function Discounts({ data, totals, products, minimum, clock, outcome }: DiscountsProps) {
  const { show, dialogs } = useDiscountDialogs(data.page.rows, { products, minimum }, clock)
  const small = data.page.rows.filter(
    code => code.state !== 'archived' && smallTotals(code, products, minimum).length > 0,
  )
  const create = <Button onClick={() => show('edit')}>Crear código</Button>
  return (
    <ShowDiscountContext value={show}>
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
    </ShowDiscountContext>
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
    <PageHeading title="Códigos de descuento" compact />
    <Alert
      tone="error"
      title="No se pudieron cargar los códigos de descuento"
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
