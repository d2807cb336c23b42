import { useNavigation } from 'react-router'
import { fillFields } from '#app/features/accesses/person-fields.ts'
import { topUpPath } from '#app/features/payments/top-ups/top-up.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { ReadingNotes } from '#app/kit/forms/sheet-reading-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { ListPreview } from './invitation-list.server.ts'
import { countOutcomes, lacksRoleOrArea, type PlannedOutcome, type PlannedRow } from './invitation-list.ts'
import { PLANNED_OUTCOMES } from './invitation-list-texts.ts'

/** The dry run of a list that is not confirmed. */
export type DryRun = Extract<ListPreview, { confirmed: false }>

/** Why role and area for those who have none were refused. */
export type FillRefused = { errors: Partial<Record<string, string>>; values: Record<string, string> }

/** Whether somebody is left out for nothing but what the form above the list gives to everybody. */
const isLacking = ({ outcome, written }: PlannedRow): boolean => outcome === 'missing_data' && lacksRoleOrArea(written)

type ListReviewProps = { preview: DryRun; refused: FillRefused | undefined }

/** What confirming a list would do, and what can be done about those it leaves out. */
export function ListReview({ preview: { item, rows, invites, mailsLeft, reading }, refused }: ListReviewProps) {
  const lacking = rows.filter(isLacking).length
  const missing = item.mode === 'business' ? countOutcomes(rows).over_seats : 0
  return (
    <>
      {lacking > 0 && !item.expired && <Fill lacking={lacking} refused={refused} />}
      <StatList columns={3} className="mb-8">
        <Stat label="En la lista" value={formatInteger(rows.length)} />
        <Stat label="Se invitarán" value={formatInteger(invites)} />
        <Stat label="Asientos libres" value={formatInteger(item.seats - item.used_seats)} />
      </StatList>
      <LeftOut rows={rows.filter(row => !isLacking(row))} />
      <ReadingNotes notes={reading?.notes ?? []} />
      {missing > 0 && !item.expired && (
        <Alert
          tone="warning"
          className="mb-6"
          actions={
            <ButtonLink size="sm" variant="secondary" to={topUpPath(item.id, { mas: String(missing) })}>
              {`Agregar ${countOf(missing, 'asiento', 'asientos')}`}
            </ButtonLink>
          }
        >
          {`${inNumber(missing, 'Falta', 'Faltan')} ${countOf(missing, 'asiento', 'asientos')} para toda la lista. La lista se conserva un día: ${inNumber(missing, 'agrégalo', 'agrégalos')} y vuelve a esta página.`}
        </Alert>
      )}
      {invites > mailsLeft && (
        <Alert tone="warning" className="mb-6">
          {`Hoy puedes enviar ${countOf(mailsLeft, 'invitación', 'invitaciones')} más. Divide la lista o espera a mañana.`}
        </Alert>
      )}
    </>
  )
}

type FillProps = {
  /** People of the list without role or area. */
  lacking: number
  refused: FillRefused | undefined
}

/** Role and area for everybody in a list who has none, such as pasted addresses. Nobody is invited by it. */
function Fill({ lacking, refused }: FillProps) {
  const { ref, field } = useForm(fillFields, refused)
  const pending = useNavigation().formData?.get('intent') === 'fill'
  return (
    <Panel
      title="Completar cargo y área"
      description={`${countOf(lacking, 'persona no los trae', 'personas no los traen')}. Lo que elijas vale para quien no los trae; después puedes cambiarlo persona por persona.`}
      className="mb-8"
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="flex flex-wrap items-start gap-5">
        <input type="hidden" name="intent" value="fill" />
        <SelectField {...field('role', '')} placeholder="Selecciona un cargo" className="min-w-52 flex-1" />
        <TextField {...field('area')} className="min-w-52 flex-1" />
        <Button type="submit" className="max-sm:w-full sm:mt-7" pending={pending} pendingLabel="Completando…">
          Completar
        </Button>
      </Form>
    </Panel>
  )
}

const isPlannedOutcome = (value: string): value is PlannedOutcome => Object.hasOwn(PLANNED_OUTCOMES, value)

function LeftOut({ rows }: { rows: readonly PlannedRow[] }) {
  const counts = Object.entries(countOutcomes(rows)).filter(([outcome, count]) => count > 0 && outcome !== 'new')
  if (counts.length === 0) return null
  const parts = counts.map(([outcome, count]) =>
    isPlannedOutcome(outcome) ? `${PLANNED_OUTCOMES[outcome].label}: ${formatInteger(count)}` : '',
  )
  return <p className="mb-6 text-md text-muted">{`Quedan fuera. ${parts.join(' · ')}.`}</p>
}

/** Whether nothing of a list needs a look: everybody is invited, and nothing was guessed or left out. */
export const isClean = ({ rows, invites, mailsLeft, reading }: DryRun): boolean =>
  invites > 0 &&
  invites <= mailsLeft &&
  rows.every(({ outcome, written }) => outcome === 'new' && written.guessed !== true) &&
  (reading?.notes ?? []).length === 0
