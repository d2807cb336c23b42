import { useNavigation } from 'react-router'
import { z } from 'zod'
import {
  endOfExtension,
  extendManyFields,
  extensionDays,
  MAX_EXTENDED,
  NOBODY_EXTENDED,
  proposedExtension,
  TOO_MANY_EXTENDED,
} from '#app/features/accesses/admin-access.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { isNarrowed, listHref } from '#app/kit/lists/list-address.ts'
import { exportRequest } from '#app/kit/lists/selected-rows.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/extend'
import { adminAccessList } from './admin-access-list.tsx'
import { type ExtendTarget, extendableAccesses, extendMany } from './extend-many.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Extender el plazo · Administración · Alhena' }]

/** The accesses of the address: the selected ones, or the filtered list. */
function readTarget(url: URL, now: Date): ExtendTarget {
  const { only } = exportRequest(url)
  return only === undefined ? { filters: readList(adminAccessList, url, now).query } : { ids: only }
}

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address } = readList(adminAccessList, args.url, now())
  const target = readTarget(args.url, now())
  const found = await readAs(db, actorOf(user), tx => extendableAccesses(tx, target))
  const latest = new Date(Math.max(...found.map(({ expires_at }) => expires_at.getTime()), 0))
  return {
    count: found.length,
    isSelected: 'ids' in target,
    isNarrowed: isNarrowed(adminAccessList, address),
    back: `/admin/access${listHref(adminAccessList, address)}`,
    days: { ...extensionDays(now()), proposed: proposedExtension(latest, now()) },
  }
}

export const action = adminForm(
  { schema: z.object(shapeOf(extendManyFields)), intents: ['extend'], fields: ['until'] },
  async (form, { services: { db }, args, actor, now }) => {
    const until = endOfExtension(form.until, now)
    const target = readTarget(new URL(args.url ?? args.request.url), now)
    const { extended, unchanged } = await extendMany(db, { actor, target, until })
    return { done: extendedText(extended, unchanged, until) }
  },
)

function extendedText(extended: number, unchanged: number, until: Date): string {
  const rest =
    unchanged === 0
      ? ''
      : ` ${countOf(unchanged, 'ya vencía más tarde y no cambió', 'ya vencían más tarde y no cambiaron')}.`
  return `${countOf(extended, 'acceso vence', 'accesos vencen')} ahora el ${formatDate(until)}, al final del día.${rest}`
}

/** Confirms the new expiry of many accesses. */
export default function ExtendPage({ loaderData, actionData }: Route.ComponentProps) {
  const { count, isSelected, isNarrowed, back, days } = loaderData
  const { state, formMethod } = useNavigation()
  const { ref, field } = useForm(extendManyFields, actionData)
  const tooMany = count > MAX_EXTENDED
  const accesses = countOf(count, 'acceso', 'accesos')
  return (
    <>
      <PageHeading
        title="Extender el plazo"
        before={<Breadcrumbs items={[{ label: 'Accesos', to: back }, { label: 'Extender el plazo' }]} />}
      />
      <FormOutcome answer={actionData} />
      <Panel className="max-w-2xl">
        {count === 0 ? (
          <p>{NOBODY_EXTENDED}</p>
        ) : tooMany ? (
          <p>{TOO_MANY_EXTENDED}</p>
        ) : (
          <p>
            <span>{inNumber(count, 'Es', 'Son')}</span> <strong className="font-semibold">{accesses}</strong>{' '}
            <span>{`${isSelected ? 'de los que seleccionaste' : isNarrowed ? 'de la lista filtrada' : 'de toda la tienda'} sin completar, ${inNumber(count, 'vencido', 'vencidos')} o no.`}</span>
          </p>
        )}
        <p className="mt-3 text-md text-muted">
          Nadie recibe un correo por esto: después puedes reenviar las invitaciones, que dirán el plazo nuevo. Un plazo
          que ya termina más tarde no cambia.
        </p>
        {count > 0 && !tooMany && (
          <Form ref={ref} method="post" noValidate className="mt-6 grid gap-5" preventScrollReset>
            <input type="hidden" name="intent" value="extend" />
            <TextField {...field('until', days.proposed)} min={days.min} max={days.max} className="sm:max-w-56" />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel="Extendiendo…"
                className="max-sm:w-full"
              >
                {`Extender ${accesses}`}
              </Button>
              <ButtonLink variant="secondary" to={back} className="max-sm:w-full">
                Volver a la lista
              </ButtonLink>
            </div>
          </Form>
        )}
        {(count === 0 || tooMany) && (
          <ButtonLink variant="secondary" to={back} className="mt-6 max-sm:w-full">
            Volver a la lista
          </ButtonLink>
        )}
      </Panel>
    </>
  )
}
