import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { isExpired, LISTED_STATES, listedState } from '#app/features/accesses/accesses.ts'
import { invitationPath } from '#app/features/accesses/invitations/invitation.ts'
import { CopyField } from '#app/features/accesses/invitations/share-link.tsx'
import {
  changesOfAccess,
  findAccessRun,
  findAdminAccess,
  mailsOfAccess,
} from '#app/features/accesses/staff/admin-access.db.server.ts'
import { adminActions, extensionDays } from '#app/features/accesses/staff/admin-access.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { FormOutcome } from '#app/forms/form-outcome.tsx'
import { dayOf, formatDateTime, shiftDay } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { StatusBadge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/detail'
import { timelineOf } from './access-timeline.ts'
import { answerAccess } from './detail-action.server.ts'
import { AccessFacts } from './facts.tsx'
import { ExtendForm, ReplaceForm, RevokeForm } from './forms.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `Acceso de ${loaderData?.access.name || loaderData?.access.email || 'una persona'} · Administración · Alhena`,
  },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.accessId)
  const found = id.success
    ? await asActor(db, actorOf(user), async tx => {
        const access = await findAdminAccess(tx, id.data)
        if (!access) return undefined
        const run = await findAccessRun(tx, access.id)
        const mails = await mailsOfAccess(tx, access.id)
        const changes = await changesOfAccess(tx, access.id)
        const { access_code: code, ...shown } = access
        return { access: shown, code, run, moments: timelineOf({ access, run, mails, changes }) }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const at = now()
  const today = dayOf(at)
  const end = dayOf(found.access.expires_at)
  const first = end < today ? today : shiftDay(end, 1)
  // A confidential item hides other people's progress and codes (decision 18).
  const isHidden = found.access.result_mode === 'confidential' && !found.access.own
  return {
    ...found,
    code: found.access.own || isHidden ? null : found.code,
    state: listedState(found.access, at),
    past: isExpired(found.access, at),
    can: adminActions(found.access, at),
    link: settings.appUrl + invitationPath(found.access.product),
    days: { min: first, max: extensionDays(at).max, proposed: shiftDay(first, 30) },
    isHidden,
    justMade: args.url.searchParams.get('reemplazo') === '1',
  }
}

export const action = answerAccess

/** One access: who has it, how far it is, everything that happened to it, and what can be done about it. */
export default function AdminAccessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { access, run, moments, state, past, can, link, code, days, isHidden, justMade } = loaderData
  const sending = useNavigation().formData?.get('intent') === 'resend'
  const name = access.name || access.email
  return (
    <>
      <PageHeading
        title={name}
        description={`${access.product_name} · ${access.buyer.name}${access.buyer.company ? `, ${access.buyer.company}` : ''}`}
        before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: name }]} />}
        actions={
          <>
            <StatusBadge of={LISTED_STATES} status={state} />
            {can.resend && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="resend" />
                <Button type="submit" size="sm" variant="secondary" pending={sending} pendingLabel="Enviando…">
                  Reenviar Invitación
                </Button>
              </Form>
            )}
          </>
        }
      />
      <FormOutcome answer={actionData}>
        {justMade && !actionData && (
          <Alert tone="success" className="mb-6">
            El asiento pasó a {name}. Su invitación va en camino.
          </Alert>
        )}
      </FormOutcome>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-8">
          <Panel title="Historial">
            <ol className="grid gap-4">
              {moments.map(({ key, at, what, who }) => (
                <li key={key} className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
                  <time dateTime={at.toISOString()} className="text-md whitespace-nowrap text-muted tabular-nums">
                    {formatDateTime(at)}
                  </time>
                  <div>
                    <p className="text-md wrap-anywhere">{what}</p>
                    {who !== undefined && <p className="text-sm text-muted">{who}</p>}
                  </div>
                </li>
              ))}
            </ol>
          </Panel>
          {can.replace && <ReplaceForm key={access.id} answer={actionData} own={access.own} />}
          {can.revoke && <RevokeForm answer={actionData} started={access.accessed_at !== null} />}
        </div>
        <div className="grid gap-8">
          <AccessFacts access={access} run={run} past={past} isHidden={isHidden} />
          {state !== 'revoked' && (
            <Panel title="Enlace">
              <div className="grid gap-5">
                <CopyField
                  label="Enlace"
                  text={link}
                  copyLabel="Copiar enlace"
                  copied="Enlace copiado"
                  failed="No se pudo copiar el enlace"
                />
                {code !== null && (
                  <CopyField
                    label="Código de acceso"
                    text={code}
                    copyLabel="Copiar código"
                    copied="Código copiado"
                    failed="No se pudo copiar el código"
                  />
                )}
              </div>
            </Panel>
          )}
          {can.extend && <ExtendForm answer={actionData} min={days.min} max={days.max} value={days.proposed} />}
        </div>
      </div>
    </>
  )
}
