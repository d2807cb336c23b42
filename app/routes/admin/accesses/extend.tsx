import { data, Form, useNavigation } from 'react-router'
import { MAX_EXTENDED, MAX_EXTENSION_DAYS } from '#app/features/accesses/staff/admin-access.ts'
import { adminAccessList } from '#app/features/accesses/staff/admin-access-list.tsx'
import {
  type ExtendManyFailure,
  type ExtendTarget,
  extendableAccesses,
  extendMany,
} from '#app/features/accesses/staff/extend-many.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { dayOf, endOfDay, formatDate, parseDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { readList } from '#app/lists/define-list.ts'
import { isNarrowed, listQuery } from '#app/lists/list-address.ts'
import { exportRequest } from '#app/lists/ticked-rows.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/extend'

export const meta: Route.MetaFunction = () => [{ title: 'Extender el plazo · Administración · Alhena' }]

/** Days proposed by default. */
const PROPOSED = 30

/** The accesses of the address: the ticked ones, or the filtered list. */
function targetOf(url: URL, now: Date): ExtendTarget {
  const { only } = exportRequest(url)
  return only === undefined ? { filters: readList(adminAccessList, url, now).query } : { ids: only }
}

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address } = readList(adminAccessList, args.url, now())
  const target = targetOf(args.url, now())
  const found = await asActor(db, actorOf(user), tx => extendableAccesses(tx, target))
  const today = dayOf(now())
  return {
    count: found.length,
    isTicked: 'ids' in target,
    isNarrowed: isNarrowed(adminAccessList, address),
    back: `/admin/access${listQuery(adminAccessList, address)}`,
    days: { min: today, max: shiftDay(today, MAX_EXTENSION_DAYS), proposed: shiftDay(today, PROPOSED) },
  }
}

const FAILURES: Record<ExtendManyFailure['code'], string> = {
  nobody: 'No hay plazos que extender: nadie de la selección tiene un acceso sin completar.',
  too_many: `Son más de ${formatInteger(MAX_EXTENDED)} accesos. Usa los filtros para hacerlo por partes.`,
}

type Answer = { done: boolean; text: string; error?: string; until?: string }

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const form = await readForm(args.request)
  const at = now()
  const until = parseDay(form.until ?? '')
  const today = dayOf(at)
  if (until === undefined || until < today || until > shiftDay(today, MAX_EXTENSION_DAYS)) {
    const error = 'Elige un día desde hoy y hasta dos años más'
    return data<Answer>(
      { done: false, text: 'Revisa el formulario.', error, until: form.until?.slice(0, 40) ?? '' },
      400,
    )
  }
  const end = endOfDay(startOfDay(until))
  const extended = await extendMany(db, {
    actor: { kind: 'admin', userId: user.id },
    target: targetOf(args.url, at),
    until: end,
  })
  if (!extended.ok) return data<Answer>({ done: false, text: FAILURES[extended.error.code], until }, 409)
  const { extended: moved, unchanged } = extended.value
  const kept =
    unchanged === 0
      ? ''
      : ` ${countOf(unchanged, 'ya vencía más tarde y no cambió', 'ya vencían más tarde y no cambiaron')}.`
  return data<Answer>({
    done: true,
    text: `${countOf(moved, 'acceso vence', 'accesos vencen')} ahora el ${formatDate(end)}, al final del día.${kept}`,
  })
}

/** Confirms the new expiry of many accesses. */
export default function ExtendPage({ loaderData, actionData }: Route.ComponentProps) {
  const { count, isTicked, isNarrowed, back, days } = loaderData
  const { state, formMethod } = useNavigation()
  const tooMany = count > MAX_EXTENDED
  const accesses = countOf(count, 'acceso', 'accesos')
  return (
    <>
      <PageHeading
        title="Extender el plazo"
        before={<Breadcrumbs items={[{ label: 'Accesos', to: back }, { label: 'Extender el plazo' }]} />}
      />
      {actionData && (
        <Alert tone={actionData.done ? 'success' : 'error'} className="mb-6">
          {actionData.text}
        </Alert>
      )}
      <Panel className="max-w-2xl">
        {count === 0 ? (
          <p>{FAILURES.nobody}</p>
        ) : tooMany ? (
          <p>{FAILURES.too_many}</p>
        ) : (
          <p>
            Son <strong className="font-semibold">{accesses}</strong>{' '}
            {isTicked ? 'de los que seleccionaste' : isNarrowed ? 'de la lista filtrada' : 'de toda la tienda'} sin
            completar, vencidos o no.
          </p>
        )}
        <p className="mt-3 text-md text-muted">
          Nadie recibe un correo por esto: después puedes reenviar las invitaciones, que dirán el plazo nuevo. Un plazo
          que ya termina más tarde no cambia.
        </p>
        {count > 0 && !tooMany && (
          <Form method="post" noValidate className="mt-6 grid gap-5" preventScrollReset>
            <TextField
              label="Hasta"
              type="date"
              name="until"
              required
              min={days.min}
              max={days.max}
              defaultValue={actionData?.until || days.proposed}
              error={actionData?.error}
              className="sm:max-w-56"
            />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel="Extendiendo…"
                className="max-sm:w-full"
              >
                Extender {accesses}
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
