import { Link, useNavigation } from 'react-router'
import {
  MODE_FIXED,
  MODE_HINT,
  MODE_LEGEND,
  MODE_OPTIONS,
  modeTitle,
  RESULT_MODES,
} from '#app/features/accesses/result-modes.ts'
import type { ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import { atShown, type ShownRound } from '#app/features/results/shown.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'
import { ALL_ROUNDS_TEXT } from './add-rounds.ts'

type ResultModeFormProps = {
  mode: ResultMode
  frozen: boolean
  error: string | undefined
  /** Where the groups of a confidential purchase are defined, or seen once they are fixed. */
  groups?: string | undefined
}

/** Who may read what, selected per item until the first invitation is sent (spec D18 and D47). */
export function ResultModeForm({ mode, frozen, error, groups }: ResultModeFormProps) {
  const sending = useNavigation().state === 'submitting'
  if (frozen) {
    return (
      <Panel title={modeTitle(mode)}>
        <p className="max-w-prose text-md">{RESULT_MODES[mode].description}</p>
        <p className="mt-1 max-w-prose text-md text-muted">{MODE_FIXED}</p>
        {mode === 'confidential' && groups !== undefined && <GroupsLink to={groups}>Ver los grupos</GroupsLink>}
      </Panel>
    )
  }
  return (
    <Panel title={MODE_LEGEND} className="print:hidden">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choose-mode" />
        <RadioGroup
          legend="Modo de los resultados"
          hideLegend
          name="mode"
          variant="card"
          columns={2}
          defaultValue={mode}
          error={error}
          hint={MODE_HINT}
          options={MODE_OPTIONS}
        />
        <Button type="submit" variant="secondary" className="mt-4" pending={sending} pendingLabel="Guardando…">
          Guardar modo
        </Button>
      </Form>
      {mode === 'confidential' && groups !== undefined && <GroupsLink to={groups}>Definir los grupos</GroupsLink>}
    </Panel>
  )
}

const GroupsLink = ({ to, children }: { to: string; children: string }) => (
  <p className="mt-3 text-md">
    <Link to={to} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
      {children}
    </Link>
  </p>
)

/** The published rounds of a confidential item, where there are several. */
export function RoundLinks({ report, view }: { report: ConsolidatedReport; view: string }) {
  const { item, rounds, addable, round: shown, selected } = report
  if (rounds.length < 2) return null
  const everybody = rounds.reduce((sum, { people }) => sum + people, 0)
  const views: { round: ShownRound; text: string }[] = [
    ...(addable
      ? [{ round: 'all' as const, text: `Todas las rondas: ${countOf(everybody, 'persona', 'personas')}` }]
      : []),
    ...rounds.map(({ number, closed_at, people }) => ({
      round: number,
      text: `Ronda ${number}, ${formatDate(closed_at)}: ${countOf(people, 'persona', 'personas')}`,
    })),
  ]
  return (
    <nav aria-label="Rondas" className="mb-4 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-md">
        {views.map(({ round, text }) => (
          <li key={round}>
            <Link
              to={atShown(`/account/items/${item.id}/results`, { round, base: selected, view })}
              preventScrollReset
              aria-current={round === shown ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-copper underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {shown === 'all' && <p className="mt-2 max-w-prose text-md text-muted">{ALL_ROUNDS_TEXT}</p>}
    </nav>
  )
}

type PublishFormProps = {
  item: { id: string; seats: number; used_seats: number }
  /** The round to publish, from 1. */
  round: number
  waiting: number
  answer: { text: string; errors: Readonly<Record<string, string>> } | undefined
}

const LINK = 'font-semibold underline underline-offset-4'

/** Closes a round, with what follows from it said before (spec D48). */
export function PublishForm({ item, round, waiting, answer }: PublishFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'publish'
  return (
    <Panel
      title={round === 1 ? 'Publicar resultados' : `Publicar la ronda ${round}`}
      description={`${countOf(waiting, 'persona terminó', 'personas terminaron')} y ${waiting === 1 ? 'espera' : 'esperan'} la publicación.`}
      className="print:hidden"
    >
      <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>Las cifras se calculan una sola vez, con quienes terminaron hasta ese momento, y después no cambian.</li>
        <li>Quien termine más tarde queda para otra ronda, que se publica aparte, con sus propias cifras.</li>
        <li>
          Solo se muestran grupos de al menos cinco personas distintas. Lo que todas respondieron igual aparece «sin
          detalle» y no entra en los promedios.
        </li>
        <li>Los textos abiertos de una pregunta se muestran si la contestaron al menos ocho personas distintas.</li>
      </ul>
      <Form method="post" preventScrollReset className="mt-5">
        <input type="hidden" name="intent" value="publish" />
        <input type="hidden" name="round" value={round} />
        {answer && answer.text !== '' && (
          <Alert tone="error" className="mb-5 max-w-prose">
            <p>{answer.text}</p>
            <p className="mt-2">
              La ronda sigue abierta y nada se pierde: se publica cuando terminen más personas distintas.
            </p>
            <p className="mt-2">
              {item.used_seats < item.seats ? (
                <Link to={`/account/items/${item.id}/invitations`} className={LINK}>
                  Invitar a más personas
                </Link>
              ) : (
                <Link to={`/account/items/${item.id}/seats`} className={LINK}>
                  Agregar asientos e invitar a más personas
                </Link>
              )}
            </p>
          </Alert>
        )}
        <Checkbox
          name="confirmed"
          value="si"
          label="Entiendo que la ronda se cierra y no se puede deshacer"
          error={answer?.errors.confirmed}
        />
        <Button type="submit" className="mt-4" pending={sending} pendingLabel="Publicando…">
          Publicar resultados
        </Button>
      </Form>
    </Panel>
  )
}
