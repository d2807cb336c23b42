import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DashboardGroup, groupButtons } from '#app/features/accesses/accesses.ts'
import { modeTitle } from '#app/features/accesses/result-modes.ts'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { durationText, productPath } from '#app/features/catalogue/catalogue.ts'
import { formatDate, formatLongDate } from '#app/kernel/dates.ts'
import { partOf } from '#app/kernel/format.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AnsweredBar } from './answered-bar.tsx'
import { hasResultMode } from './mode-choice.tsx'
import { stepReason } from './next-step.ts'
import { StateBadge } from './participants-view.tsx'
import { StepButton } from './step-button.tsx'

type PurchaseSummaryProps = { group: DashboardGroup }

/** How a purchase stands, what comes next, and what was bought. */
export const PurchaseSummary = ({ group }: PurchaseSummaryProps) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
    <Panel title="Lo que sigue" actions={<StateBadge state={group.state} />}>
      <p className="max-w-prose text-pretty">{stepReason(group.step, group)}</p>
      <StepButton
        group={group}
        showResults={access => ({ to: `/account/results/${access.id}`, onClick: () => {} })}
        className="mt-4 max-sm:w-full sm:w-fit"
      />
      <div className="mt-6 border-t border-line pt-5">
        <AnsweredBar group={group} />
        <dl className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {group.has_questionnaire && group.state !== 'completed' && (
            <Fact label="Fecha límite">
              <span>{group.due_at ? formatLongDate(group.due_at) : 'Sin fecha'}</span>
              {group.role !== 'results' && !group.expired && (
                <TextLink to={`/account/items/${group.item_id}/settings`}>
                  {group.due_at ? 'Cambiar' : 'Elegir'}
                </TextLink>
              )}
            </Fact>
          )}
          <Fact label={group.expired ? 'Los accesos terminaron el' : 'Los accesos terminan el'}>
            {formatLongDate(group.ends_at)}
          </Fact>
          {group.level !== null && (
            <Fact label="Nivel general">
              <span className="tabular-nums">{formatLevel(group.level)}</span>
            </Fact>
          )}
        </dl>
      </div>
    </Panel>
    <Bought group={group} />
  </div>
)

function Bought({ group }: PurchaseSummaryProps) {
  const { order_number, has_questionnaire } = group
  return (
    <Panel title="Lo que compraste">
      <dl className="grid gap-4">
        <Fact label="Producto">
          <span>{group.name}</span>
          <TextLink to={productPath(group.assessment_id)}>Ver Detalles</TextLink>
        </Fact>
        <Fact label="Modo">{MODE_LABELS[group.mode]}</Fact>
        <Fact label="Asientos">
          <span className="tabular-nums">
            {partOf(group.used_seats, group.total_seats, 'asiento usado', 'asientos usados')}
          </span>
          {groupButtons(group).addSeats && (
            <TextLink to={`/account/items/${group.item_id}/seats`}>Agregar asientos</TextLink>
          )}
        </Fact>
        {hasResultMode(group) && <Fact label="Quién puede ver las respuestas">{modeTitle(group.result_mode)}</Fact>}
        <Fact label="Duración">{durationText(group)}</Fact>
        <Fact label="Fecha de compra">
          <span className="tabular-nums">{formatDate(group.order_created_at)}</span>
        </Fact>
        <Fact label="Orden">
          <span className="break-all tabular-nums">{order_number}</span>
          {group.role === 'buyer' && <TextLink to={`/account/orders/${order_number}`}>Ver comprobante</TextLink>}
        </Fact>
      </dl>
      {!has_questionnaire && group.own && group.step !== 'workshop' && (
        <ButtonLink variant="secondary" to={`/account/taller/${group.own.id}`} className="mt-5">
          Ver taller
        </ButtonLink>
      )}
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-4 text-md font-medium">{children}</dd>
  </div>
)

const TextLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex items-center font-normal text-copper underline underline-offset-4 pointer-coarse:min-h-11"
  >
    {children}
  </Link>
)
