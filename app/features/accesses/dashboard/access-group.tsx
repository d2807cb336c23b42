import type { ReactNode } from 'react'
import { type GroupButtons, groupButtons, type OpenedGroup } from '#app/features/accesses/accesses.ts'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { durationText, productPath } from '#app/features/catalogue/catalogue.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { AccessList, type GroupHandlers } from './access-list.tsx'
import type { NextStep } from './next-step.ts'
import { StartForm } from './step-button.tsx'

type GroupMenuProps = { group: OpenedGroup; buttons: GroupButtons }

/** The less frequent actions of a group. What its row's button does is not among them. */
function GroupMenu({
  group: { item_id, name, total_seats, role, step },
  buttons: { invite, addSeats, own, results },
}: GroupMenuProps) {
  const item = `/account/items/${item_id}`
  const rated = own?.button === 'completed' ? own.access : undefined
  const entries = [
    invite && total_seats > 2 && step !== 'invite' && (
      <MenuLink key="list" to={`${item}/invitations`}>
        Invitar a varias personas
      </MenuLink>
    ),
    total_seats > 1 && role !== 'results' && step !== 'people' && (
      <MenuLink key="people" to={`${item}/participants`}>
        Personas
      </MenuLink>
    ),
    invite && addSeats && (
      <MenuLink key="seats" to={`${item}/seats`}>
        Agregar asientos
      </MenuLink>
    ),
    total_seats === 1 && results && role !== 'results' && (
      <MenuLink key="all" to={`${item}/results`}>
        Ver consolidado
      </MenuLink>
    ),
    rated && (
      <MenuLink key="rate" to={`/valorar?access_id=${rated.id}`}>
        Valorar
      </MenuLink>
    ),
  ].filter(entry => entry !== false && entry !== undefined)
  if (entries.length === 0) return null
  return (
    <Menu trigger="Más" variant="secondary" label={`Más acciones de ${name}`}>
      {entries}
    </Menu>
  )
}

/** The own seat, where the row's button is about something else: start or continue it, open the workshop, or say that it is done. */
function OwnAccessButton({ own: { button, access } }: { own: NonNullable<GroupButtons['own']> }) {
  switch (button) {
    case 'workshop':
      return (
        <ButtonLink variant="secondary" to={`/account/taller/${access.id}`}>
          Ver taller
        </ButtonLink>
      )
    case 'completed':
      return (
        <Button variant="secondary" disabled>
          Completado
        </Button>
      )
    case 'start':
    case 'continue':
      return (
        <StartForm variant="secondary" accessId={access.id}>
          {button === 'start' ? 'Comenzar' : 'Continuar'}
        </StartForm>
      )
  }
}

/** The steps that are the own seat's, whose button is in the row already. */
const OWN_STEPS: readonly NextStep[] = ['start', 'continue', 'workshop']

type AccessGroupProps = { group: OpenedGroup; handlers: GroupHandlers }

/** What the specification names of a purchase (2, section 2, 'Buyer dashboard'), below its row, whose button is not repeated. */
export function AccessGroup({ group, handlers }: AccessGroupProps) {
  const buttons = groupButtons(group)
  const finishing = buttons.finish
  const item = `/account/items/${group.item_id}`
  return (
    <>
      <div className="px-5 pt-4 pb-6 sm:px-6">
        <p className="max-w-prose text-pretty text-muted">{group.description || 'Sin descripción disponible'}</p>
        <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-[1.8fr_repeat(4,1fr)]">
          <Fact label="Orden" className="max-md:col-span-2">
            <span className="break-all">{group.order_number}</span>
          </Fact>
          <Fact label="Fecha">{formatDate(group.order_created_at)}</Fact>
          <Fact label="Duración">{durationText(group)}</Fact>
          <Fact label="Personas">{`${formatInteger(group.used_seats)} de ${formatInteger(group.total_seats)}`}</Fact>
          <Fact label="Modo">{MODE_LABELS[group.mode]}</Fact>
        </dl>
        <div className="mt-6 flex flex-wrap items-center gap-2.5 max-sm:*:grow">
          {buttons.own && !OWN_STEPS.includes(group.step) && <OwnAccessButton own={buttons.own} />}
          {finishing && (
            <Button variant="secondary" onClick={() => handlers.onFinish(finishing)}>
              Terminar
            </Button>
          )}
          {buttons.invite && group.repeats_order_item_id !== null && (
            <ButtonLink variant="secondary" to={`${item}/invitations`}>
              Invitar a las mismas personas
            </ButtonLink>
          )}
          {buttons.invite && (
            <Button variant="secondary" onClick={() => handlers.onInvite(group)}>
              Invitar
            </Button>
          )}
          {buttons.addSeats && !buttons.invite && (
            <ButtonLink variant="secondary" to={`${item}/seats`}>
              Agregar asientos
            </ButtonLink>
          )}
          {buttons.configure && (
            <Button variant="secondary" onClick={() => handlers.onConfigure(group)}>
              Configurar invitaciones
            </Button>
          )}
          {buttons.results?.kind === 'file' && group.total_seats > 1 && group.step !== 'results' && (
            <ButtonLink variant="secondary" to={`${item}/results`}>
              Ver resultados
            </ButtonLink>
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
          {group.step !== 'details' && (
            <ButtonLink
              variant="link"
              to={productPath(group.assessment_id)}
              className="min-h-11 max-sm:order-last sm:px-2.5"
            >
              Ver Detalles
            </ButtonLink>
          )}
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
    </>
  )
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode }

const Fact = ({ label, className, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium tabular-nums">{children}</dd>
  </div>
)
