import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { type DashboardGroup, type GroupButtons, groupButtons } from '#app/features/accesses/accesses.ts'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { durationText, productPath } from '#app/features/catalogue/catalogue.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger, inNumber } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'
import { AccessList, type GroupHandlers } from './access-list.tsx'
import { StateBadge } from './participants-view.tsx'

type GroupMenuProps = {
  group: Pick<DashboardGroup, 'item_id' | 'name' | 'total_seats' | 'role'>
  buttons: GroupButtons
}

/** The less frequent actions of a group. */
function GroupMenu({
  group: { item_id, name, total_seats, role },
  buttons: { invite, addSeats, own, results },
}: GroupMenuProps) {
  const item = `/account/items/${item_id}`
  const rated = own?.button === 'completed' ? own.access : undefined
  if (role === 'results' && !rated) return null
  if (total_seats === 1 && !rated && !results) return null
  // A menu with a single entry is replaced by the entry.
  if (total_seats === 1 && !rated) {
    return (
      <ButtonLink variant="link" to={`${item}/results`} className="min-h-11 max-sm:order-last sm:px-2.5">
        Ver consolidado
      </ButtonLink>
    )
  }
  return (
    <Menu trigger="Más" variant="secondary" label={`Más acciones de ${name}`}>
      {invite && total_seats > 2 && <MenuLink to={`${item}/invitations`}>Invitar a varias personas</MenuLink>}
      {total_seats > 1 && role !== 'results' && <MenuLink to={`${item}/participants`}>Participantes</MenuLink>}
      {invite && addSeats && <MenuLink to={`${item}/seats`}>Agregar asientos</MenuLink>}
      {total_seats === 1 && results && <MenuLink to={`${item}/results`}>Ver consolidado</MenuLink>}
      {rated && <MenuLink to={`/valorar?access_id=${rated.id}`}>Valorar</MenuLink>}
    </Menu>
  )
}

type OwnAccessButtonProps = { own: NonNullable<GroupButtons['own']>; showResults: GroupHandlers['showResults'] }

/** The buyer's action on the own access: start or continue it, see its results, or open the workshop. */
function OwnAccessButton({ own: { button, access }, showResults }: OwnAccessButtonProps) {
  const { state, formData } = useNavigation()
  switch (button) {
    case 'workshop':
      return (
        <ButtonLink to={`/account/taller/${access.id}`} className="max-sm:basis-full">
          Ver taller
        </ButtonLink>
      )
    case 'completed':
      return (
        <>
          <Button disabled>Completado</Button>
          <ButtonLink variant="secondary" {...showResults(access)}>
            Ver resultados
          </ButtonLink>
        </>
      )
    case 'start':
    case 'continue':
      return (
        <Form method="post" className="max-sm:basis-full">
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="accessId" value={access.id} />
          <Button
            type="submit"
            className="max-sm:w-full"
            pending={state !== 'idle' && formData?.get('accessId') === access.id}
          >
            {button === 'start' ? 'Comenzar' : 'Continuar'}
          </Button>
        </Form>
      )
  }
}

type AccessGroupProps = { group: DashboardGroup; defaultOpen: boolean; handlers: GroupHandlers }

/** One purchased item with its seats (specification 2, section 2, 'Buyer dashboard'). */
export function AccessGroup({ group, defaultOpen, handlers }: AccessGroupProps) {
  const buttons = groupButtons(group)
  const finishing = buttons.finish
  const seats = `${formatInteger(group.used_seats)} de ${formatInteger(group.total_seats)}`
  return (
    <article className="min-w-0 rounded-lg border border-line bg-surface">
      <Disclosure
        level={2}
        defaultOpen={defaultOpen}
        title={<span className="text-lg tracking-tight">{group.name}</span>}
        aside={
          <>
            <span className="text-md text-muted tabular-nums">{`${seats} ${inNumber(group.total_seats, 'participante', 'participantes')}`}</span>
            <StateBadge state={group.state} />
          </>
        }
        className="[&>div:first-child]:px-5 [&>div:first-child]:py-3 max-sm:[&>div:first-child>h2]:basis-full sm:[&>div:first-child]:px-6"
      >
        <div className="px-5 pb-6 sm:px-6">
          <p className="max-w-prose text-pretty text-muted">{group.description || 'Sin descripción disponible'}</p>
          <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-[1.8fr_repeat(4,1fr)]">
            <Fact label="Orden" className="max-md:col-span-2">
              <span className="break-all">{group.order_number}</span>
            </Fact>
            <Fact label="Fecha">{formatDate(group.order_created_at)}</Fact>
            <Fact label="Duración">{durationText(group)}</Fact>
            <Fact label="Participantes">
              <span>{seats}</span>
              <ProgressBar
                label="Asientos usados"
                value={group.used_seats}
                max={group.total_seats}
                valueText={seats}
                className="mt-2 max-w-32"
              />
            </Fact>
            <Fact label="Modo">{MODE_LABELS[group.mode]}</Fact>
          </dl>
          <div className="mt-6 flex flex-wrap items-center gap-2.5 max-sm:*:grow">
            {buttons.own && <OwnAccessButton own={buttons.own} showResults={handlers.showResults} />}
            {finishing && (
              <Button variant="secondary" onClick={() => handlers.onFinish(finishing)}>
                Terminar
              </Button>
            )}
            {buttons.invite && group.repeats_order_item_id !== null && (
              <ButtonLink variant="secondary" to={`/account/items/${group.item_id}/invitations`}>
                Invitar a las mismas personas
              </ButtonLink>
            )}
            {buttons.invite && (
              <Button variant="secondary" onClick={() => handlers.onInvite(group)}>
                Invitar
              </Button>
            )}
            {buttons.addSeats && !buttons.invite && (
              <ButtonLink variant="secondary" to={`/account/items/${group.item_id}/seats`}>
                Agregar asientos
              </ButtonLink>
            )}
            {buttons.configure && (
              <Button variant="secondary" onClick={() => handlers.onConfigure(group)}>
                Configurar invitaciones
              </Button>
            )}
            {buttons.results?.kind === 'file' && (
              <DownloadLink variant="secondary" to={buttons.results.path} pendingLabel="Preparando informe…">
                Resultados
              </DownloadLink>
            )}
            {buttons.results?.kind === 'page' && (
              <ButtonLink variant="secondary" to={buttons.results.path}>
                Resultados
              </ButtonLink>
            )}
            {buttons.results && group.total_seats > 1 && (
              <ButtonLink
                variant="link"
                to={`/account/items/${group.item_id}/results`}
                className="min-h-11 max-sm:order-last sm:px-2.5"
              >
                Ver consolidado
              </ButtonLink>
            )}
            <ButtonLink
              variant="link"
              to={productPath(group.assessment_id)}
              className="min-h-11 max-sm:order-last sm:px-2.5"
            >
              Ver Detalles
            </ButtonLink>
            <GroupMenu group={group} buttons={buttons} />
          </div>
          {group.expired && (
            <p className="mt-4 text-md text-poor-ink">
              El plazo para responder terminó: ya no se puede comenzar ni invitar.
            </p>
          )}
        </div>
        {group.accesses.length > 0 && (
          <div className="border-t border-line pt-2">
            <h3 className="px-5 pt-3 pb-1 font-semibold sm:px-6">Accesos generados</h3>
            <AccessList group={group} handlers={handlers} />
          </div>
        )}
      </Disclosure>
    </article>
  )
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode }

const Fact = ({ label, className, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium tabular-nums">{children}</dd>
  </div>
)
