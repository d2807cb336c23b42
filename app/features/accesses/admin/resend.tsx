import { redirect, useNavigation } from 'react-router'
import { MAX_IN_A_SEND, TOO_MANY_IN_A_SEND } from '#app/features/accesses/admin-access.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { readList } from '#app/kit/lists/define-list.ts'
import { isNarrowed, listHref } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/resend'
import { adminAccessList } from './admin-access-list.tsx'
import { countUnfinished, startResending } from './resend-many.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Reenviar a No Completados · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address, query } = readList(adminAccessList, args.url, now())
  const count = await readAs(db, actorOf(user), tx => countUnfinished(tx, { filters: query }, now()))
  return { count, query: listHref(adminAccessList, address), isNarrowed: isNarrowed(adminAccessList, address) }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address, query } = readList(adminAccessList, args.url, now())
  const actor = { kind: 'admin', userId: user.id } as const
  return answerRefusals(async () => {
    await startResending(db, { actor, target: { filters: query }, now: now() })
    return redirect(`/admin/access${listHref(adminAccessList, address)}`)
  })
}

/** Confirms a bulk send with the number of recipients. */
export default function ResendPage({ loaderData, actionData }: Route.ComponentProps) {
  const { count, query, isNarrowed } = loaderData
  const { state, formMethod } = useNavigation()
  const tooMany = count > MAX_IN_A_SEND
  const people = countOf(count, 'persona', 'personas')
  return (
    <>
      <PageHeading
        title="Reenviar a No Completados"
        before={<Breadcrumbs items={[{ label: 'Accesos', to: `/admin/access${query}` }, { label: 'Reenviar' }]} />}
      />
      {actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
      <Panel className="max-w-2xl">
        {count === 0 ? (
          <p>Nadie de la lista tiene una invitación pendiente.</p>
        ) : tooMany ? (
          <p>{TOO_MANY_IN_A_SEND}</p>
        ) : (
          <p>
            La invitación se reenvía a <strong className="font-semibold">{people}</strong>{' '}
            <span>{`${isNarrowed ? 'de la lista filtrada' : 'de toda la tienda'} que no ${inNumber(count, 'ha', 'han')} completado y cuyo plazo sigue vigente.`}</span>
          </p>
        )}
        <p className="mt-3 text-md text-muted">
          {`Quedan fuera quienes compraron, quienes recibieron su invitación hace menos de 10 minutos o ya la recibieron seis veces. Un envío es para ${formatInteger(MAX_IN_A_SEND)} personas como máximo.`}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {count > 0 && !tooMany && (
            <Form method="post" className="max-sm:w-full">
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel="Comenzando…"
                className="max-sm:w-full"
              >
                {`Reenviar a ${people}`}
              </Button>
            </Form>
          )}
          <ButtonLink variant="secondary" to={`/admin/access${query}`} className="max-sm:w-full">
            Volver a la lista
          </ButtonLink>
        </div>
      </Panel>
    </>
  )
}
