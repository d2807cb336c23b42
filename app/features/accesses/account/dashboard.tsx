import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { data, isRouteErrorResponse, useRevalidator } from 'react-router'
import { z } from 'zod'
import { type DashboardGroup, isOpened, type OwnAccess } from '#app/features/accesses/accesses.ts'
import type { GroupHandlers } from '#app/features/accesses/dashboard/access-list.tsx'
import { dashboardPage, type DashboardPage as GroupsPage } from '#app/features/accesses/dashboard/dashboard.server.ts'
import {
  isDashboardIntent,
  LOAD_FAILURE,
  unexpectedAnswer,
  useDashboardViews,
  useNotice,
} from '#app/features/accesses/dashboard/dashboard.ts'
import { FinishDialog, InviteDialog } from '#app/features/accesses/dashboard/invite-dialog.tsx'
import { RANKS } from '#app/features/accesses/dashboard/next-step.ts'
import { ConfigureDialog, InvitationDialog } from '#app/features/accesses/dashboard/participant-dialogs.tsx'
import { PurchaseRow } from '#app/features/accesses/dashboard/purchase-row.tsx'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findConsultant } from '#app/features/organisations/client-companies.server.ts'
import { membershipsOf, requestedHolder } from '#app/features/organisations/organisations.server.ts'
import { type Consultant, type Membership, OWN, selectOwner } from '#app/features/organisations/organisations.ts'
import { OwnerTabs } from '#app/features/organisations/owner-tabs.tsx'
import { ResultsDialog } from '#app/features/results/results-dialog.tsx'
import { scoreMean } from '#app/features/results/scoring.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Pager } from '#app/kit/ui/pager.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/dashboard'
import { answerDashboard } from './dashboard-action.server.ts'

const NO_GROUPS: readonly DashboardGroup[] = []

const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1)
const itemId = z.uuid().optional().catch(undefined)

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard de Assessments · Alhena' }]

type Dashboard = {
  /** Undefined when loading failed. */
  groups: GroupsPage | undefined
  memberships: Membership[]
  /** The organisation whose purchases are shown; undefined: the user's own. */
  membership: Membership | undefined
  /** Of that organisation, if it is a client company. */
  consultant: Consultant | null
  appUrl: string
  buyer: { name: string; company: string | null }
}

const UNLOADED = { groups: undefined, memberships: [], membership: undefined, consultant: null }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, settings, log, now } = servicesOf(args.context)
  const common = { appUrl: settings.appUrl, buyer: { name: fullName(user), company: user.company } }
  try {
    const page = pageNumber.parse(args.url.searchParams.get('pagina') ?? '1')
    const opened = itemId.parse(args.url.searchParams.get('compra') ?? undefined)
    const requested = args.url.searchParams.get('de')
    const found = await readAs(db, { kind: 'user', userId: user.id }, tx => {
      const memberships = membershipsOf(tx, user.id)
      const membership = memberships.then(all => selectOwner(all, user.id, requested).membership)
      const role = membership.then(selected => selected?.role)
      const holderId = requestedHolder(user.id, requested, 'results')
      const groups = dashboardPage(tx, { userId: user.id, holderId, role, now: now(), page, opened })
      const consultant = membership.then(selected =>
        selected?.is_client ? findConsultant(tx, { organisationId: selected.id, userId: user.id }) : null,
      )
      return allKeyed({ memberships, membership, consultant, groups })
    })
    const groups = { ...found.groups, groups: found.groups.groups.map(withShownLevel) }
    return data<Dashboard>({ ...common, ...found, groups })
  } catch (error) {
    log.error('dashboard_load_failed', describeError(error))
    return data<Dashboard>({ ...common, ...UNLOADED }, isDatabaseOutage(error) ? 503 : 500)
  }
}

/** With its level as results show it. */
const withShownLevel = (group: DashboardGroup): DashboardGroup => ({ ...group, level: scoreMean(group.level).mean })

/** Whether the server responded; any other error is a failed connection. */
const isAnswer = (error: unknown): boolean => error instanceof Response || isRouteErrorResponse(error)

/** A reload without a connection keeps the page and says so, instead of showing the error page. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Dashboard> {
  try {
    return await serverLoader()
  } catch (error) {
    if (isAnswer(error)) throw error
    return { ...UNLOADED, appUrl: '', buyer: { name: '', company: null } }
  }
}

export const action = (args: Route.ActionArgs) => answerDashboard(args)

/** A failure of server or connection becomes an answer, so that the dashboard stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get('intent')
  try {
    return await serverAction()
  } catch (error) {
    if (isAnswer(error) || !isDashboardIntent(intent)) throw error
    return unexpectedAnswer(intent)
  }
}

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const [lastLoaded, setLastLoaded] = useState<Dashboard>(loaderData)
  if (loaderData.groups && loaderData !== lastLoaded) setLastLoaded(loaderData)
  const shown = loaderData.groups ? loaderData : lastLoaded
  const { handlers, dialogs } = useDashboardDialogs(shown.groups?.groups ?? NO_GROUPS, shown)
  const problem = actionData && 'notice' in actionData ? actionData : undefined
  useNotice(problem)
  useDashboardViews(loaderData.groups)
  return (
    <AccountPage
      owner={<OwnerTabs path="/account/dashboard" memberships={shown.memberships} current={shown.membership} />}
    >
      <PageHeading
        compact
        title="Dashboard de Assessments"
        before={
          <ButtonLink to="/account" variant="link" size="sm">
            <ArrowLeft aria-hidden="true" />
            Volver a mi cuenta
          </ButtonLink>
        }
      />
      {problem?.notice && (
        <noscript>
          <Alert tone={problem.notice.tone} title={problem.notice.title} className="mb-8">
            {problem.notice.description}
          </Alert>
        </noscript>
      )}
      {!loaderData.groups && (
        <Alert
          tone="error"
          className="mb-8"
          actions={
            <Button size="sm" variant="secondary" pending={state !== 'idle'} onClick={() => void revalidate()}>
              Reintentar
            </Button>
          }
        >
          {LOAD_FAILURE}
        </Alert>
      )}
      {shown.groups && (
        <Groups
          key={shown.membership?.id}
          shown={shown.groups}
          requested={shown.memberships.length > 0 ? (shown.membership?.id ?? OWN) : undefined}
          handlers={handlers}
        />
      )}
      {dialogs}
    </AccountPage>
  )
}

type GroupsProps = {
  shown: GroupsPage
  requested: string | undefined
  handlers: ReturnType<typeof useDashboardDialogs>['handlers']
}

function Groups({ shown: { groups, counts, page, pages }, requested, handlers }: GroupsProps) {
  if (groups.length === 0) {
    return (
      <EmptyState as="h2" title="No tienes assessments" action={<ButtonLink to="/">Ver Catálogo</ButtonLink>}>
        Elige una evaluación o un taller: aparecerá aquí cuando la compra esté pagada.
      </EmptyState>
    )
  }
  const address = (more: Record<string, string | undefined>): string => {
    const all = { de: requested, pagina: page > 1 ? String(page) : undefined, ...more }
    const input = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `/account/dashboard?${new URLSearchParams(input)}`
  }
  const main = groups.find(isOpened) ?? groups.find(({ rank }) => rank <= RANKS.needs)
  return (
    <>
      <StatLine>
        <StatLineItem label="Total" value={formatInteger(counts.total)} definition="Compras pagadas" />
        <StatLineItem
          label="Completados"
          value={formatInteger(counts.completed)}
          definition="Todas sus personas terminaron"
        />
        <StatLineItem
          label="En Progreso"
          value={formatInteger(counts.in_progress)}
          definition="Alguien ha comenzado y falta alguien por terminar"
        />
        <StatLineItem label="Pendientes" value={formatInteger(counts.pending)} definition="Nadie ha comenzado" />
      </StatLine>
      <div className="mt-5 rounded-lg border border-line bg-surface">
        {groups.map(group => (
          <PurchaseRow
            key={group.item_id}
            group={group}
            toggleTo={address({ compra: isOpened(group) ? undefined : group.item_id })}
            primary={group === main}
            handlers={handlers}
          />
        ))}
      </div>
      <Pager page={page} pages={pages} addressOf={other => address({ pagina: String(other) })} className="mt-8" />
    </>
  )
}

type Shown =
  | { dialog: 'invite'; itemId: string }
  | { dialog: 'invitation'; invitation: Invitation }
  | { dialog: 'configure'; itemId: string; accessId?: string }
  | { dialog: 'finish'; access: OwnAccess }
  | { dialog: 'results'; access: OwnAccess }

type Context = { appUrl: string; buyer: { name: string; company: string | null }; consultant: Consultant | null }

/** The dashboard's dialogs, one at a time, and the functions that open them. */
function useDashboardDialogs(groups: readonly DashboardGroup[], { appUrl, buyer, consultant }: Context) {
  // The content stays while the dialog closes; each opening starts with empty forms.
  const [{ shown, open, opening }, setState] = useState<{ shown?: Shown; open: boolean; opening: number }>({
    open: false,
    opening: 0,
  })
  const show = (next: Shown) => setState(before => ({ shown: next, open: true, opening: before.opening + 1 }))
  const close = () => setState(before => ({ ...before, open: false }))

  const handlers: GroupHandlers = {
    onInvite: group => show({ dialog: 'invite', itemId: group.item_id }),
    onConfigure: group => show({ dialog: 'configure', itemId: group.item_id }),
    onEdit: (group, access) => show({ dialog: 'configure', itemId: group.item_id, accessId: access.id }),
    onFinish: access => show({ dialog: 'finish', access }),
    showResults: access => ({
      to: `/account/results/${access.id}`,
      onClick: event => {
        // Lets the browser open a new tab.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        show({ dialog: 'results', access })
      },
    }),
  }
  const common = { open, onClose: close }
  const group = shown && 'itemId' in shown ? groups.find(candidate => candidate.item_id === shown.itemId) : undefined
  const dialogs = (
    <div key={opening}>
      {shown?.dialog === 'invite' && group && (
        <InviteDialog {...common} group={group} onInvited={invitation => show({ dialog: 'invitation', invitation })} />
      )}
      {shown?.dialog === 'invitation' && <InvitationDialog {...common} invitation={shown.invitation} />}
      {shown?.dialog === 'configure' && group && isOpened(group) && (
        <ConfigureDialog {...common} {...{ group, appUrl, buyer, consultant }} accessId={shown.accessId} />
      )}
      {shown?.dialog === 'finish' && <FinishDialog {...common} access={shown.access} />}
      {shown?.dialog === 'results' && <ResultsDialog {...common} access={shown.access} />}
    </div>
  )
  return { handlers, dialogs }
}
