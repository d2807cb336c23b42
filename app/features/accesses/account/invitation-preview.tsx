import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { fillForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  confirmList,
  fillList,
  type ListPreview,
  previewList,
  rereadList,
} from '#app/features/accesses/invitations/invitation-list.server.ts'
import {
  countOutcomes,
  lacksRoleOrArea,
  type PlannedOutcome,
  type PlannedRow,
} from '#app/features/accesses/invitations/invitation-list.ts'
import { PLANNED_OUTCOMES } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { ReadingForm } from '#app/features/accesses/invitations/list-upload.tsx'
import { PlannedPeople } from '#app/features/accesses/invitations/planned-rows.tsx'
import { fillFields } from '#app/features/accesses/person-fields.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { topUpPath } from '#app/features/payments/top-ups/top-up.ts'
import { findReportingGroups } from '#app/features/results/rounds/define-groups.server.ts'
import { ForecastSummary } from '#app/features/results/rounds/group-forecast.tsx'
import { ResultModeForm } from '#app/features/results/rounds/publish-form.tsx'
import { chooseResultMode, resultModeForm } from '#app/features/results/rounds/publish-results.server.ts'
import { forecastGroups } from '#app/features/results/rounds/reporting-groups.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { ReadingNotes } from '#app/kit/forms/sheet-reading-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { ItemPage, TO_DASHBOARD } from '#app/layouts/account/account-page.tsx'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/invitation-preview'

type Refused = { errors: Partial<Record<string, string>>; values: Record<string, string> }

type FillFormProps = {
  /** People of the list without role or area. */
  lacking: number
  refused: Refused | undefined
}

/** Role and area for everybody in a list who has none, such as pasted addresses. Nobody is invited by it. */
function FillForm({ lacking, refused }: FillFormProps) {
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

export const meta: Route.MetaFunction = () => [{ title: 'Revisar la lista · Alhena' }]

const address = z.object({ itemId: z.uuid(), draftId: z.uuid() })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const parsed = address.safeParse(args.params)
  const list = parsed.success ? { ...parsed.data, userId: user.id } : undefined
  const preview = list && (await previewList(db, { ...list, now: now() }))
  if (!preview) throw data('Not found', 404)
  return { preview, shown: preview.confirmed ? undefined : await findShown(db, list, preview.rows), ...args.params }
}

/** Who will see what, where no invitation has fixed it yet. */
async function findShown(db: Services['db'], list: { userId: string; itemId: string }, rows: readonly PlannedRow[]) {
  const item = await findReportingGroups(db, list)
  if (!item || item.invited) return undefined
  const people = rows.flatMap(({ outcome, written }) => (outcome === 'new' ? [written] : []))
  return {
    mode: item.result_mode,
    forecast:
      item.result_mode === 'confidential' ? forecastGroups(item.reporting_groups, people, item.inviters) : undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const form = await readForm(args.request)
  const parsed = address.safeParse(args.params)
  if (!parsed.success) throw data('Not found', 404)
  const list = { ...parsed.data, userId: user.id }
  if (form.intent === 'fill') {
    const fill = fillForm.safeParse(form)
    if (!fill.success) {
      const values = typedValues(form, ['role', 'area'])
      return data({ fill: { errors: firstMessagePerField(fill.error), values } }, 400)
    }
    if (!(await fillList(db, { ...list, ...fill.data }))) throw data('Not found', 404)
    return null
  }
  return answerRefusals(async () => {
    if (form.intent === 'reread') {
      if (!(await rereadList(db, { ...list, form }))) throw data('Not found', 404)
      return null
    }
    if (form.intent === 'choose-mode') {
      const mode = resultModeForm.safeParse(form)
      if (!mode.success) throw data('Bad request', 400)
      if (!(await chooseResultMode(db, { ...list, mode: mode.data.mode }))) throw data('Not found', 404)
      return null
    }
    const invited = await confirmList(db, { ...list, user, key: form.key ?? '', now: now() })
    if (invited === undefined) throw data('Not found', 404)
    return redirect(`/account/items/${list.itemId}/invitations/${list.draftId}`)
  })
}

/** Whether somebody is left out for nothing but what the form above the list gives to everybody. */
const isLacking = ({ outcome, written }: PlannedRow): boolean => outcome === 'missing_data' && lacksRoleOrArea(written)

const people = (count: number): string => countOf(count, 'persona', 'personas')

export default function InvitationPreviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, shown, itemId, draftId } = loaderData
  if (preview.confirmed) return <Done preview={preview} />
  const { item, rows, invites, mailsLeft } = preview
  const list = `/account/items/${itemId}/invitations`
  const lacking = rows.filter(isLacking).length
  const missing = item.mode === 'business' ? countOutcomes(rows).over_seats : 0
  return (
    <ItemPage title="Revisar la lista" description={item.name} back={{ to: list, label: 'Otra lista' }}>
      {actionData && 'text' in actionData && (
        <Alert tone="error" className="mb-8">
          {actionData.text}
        </Alert>
      )}
      {lacking > 0 && !item.expired && (
        <FillForm lacking={lacking} refused={actionData && 'fill' in actionData ? actionData.fill : undefined} />
      )}
      <StatList columns={3} className="mb-8">
        <Stat label="En la lista" value={formatInteger(rows.length)} />
        <Stat label="Se invitarán" value={formatInteger(invites)} />
        <Stat label="Asientos libres" value={formatInteger(item.seats - item.used_seats)} />
      </StatList>
      <Summary rows={rows.filter(row => !isLacking(row))} />
      <ReadingNotes notes={preview.reading?.notes ?? []} />
      {missing > 0 && !item.expired && (
        <Alert
          tone="warning"
          className="mb-6"
          actions={
            <ButtonLink size="sm" variant="secondary" to={topUpPath(itemId, { mas: String(missing) })}>
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
      {shown && invites > 0 && !item.expired && (
        <div className="mb-8 grid gap-6">
          <ResultModeForm mode={shown.mode} frozen={false} error={undefined} />
          {shown.forecast && (
            <Panel title="Qué se mostrará">
              <ForecastSummary forecast={shown.forecast} change={`/account/items/${itemId}/groups?lista=${draftId}`} />
            </Panel>
          )}
        </div>
      )}
      <div className="mb-10 flex flex-wrap gap-3">
        {invites > 0 && invites <= mailsLeft && !item.expired && <Confirm invites={invites} previewKey={preview.key} />}
        <ButtonLink variant="secondary" to={`${list}?lista=${draftId}`} className="max-sm:w-full">
          Corregir la lista
        </ButtonLink>
      </div>
      {preview.reading && <ReadingForm reading={preview.reading} />}
      <PlannedPeople rows={rows} leftOut={`${list}/${draftId}/left-out`} />
    </ItemPage>
  )
}

const isPlannedOutcome = (value: string): value is PlannedOutcome => Object.hasOwn(PLANNED_OUTCOMES, value)

function Summary({ rows }: { rows: Parameters<typeof countOutcomes>[0] }) {
  const counts = Object.entries(countOutcomes(rows)).filter(([outcome, count]) => count > 0 && outcome !== 'new')
  if (counts.length === 0) return null
  const parts = counts.map(([outcome, count]) =>
    isPlannedOutcome(outcome) ? `${PLANNED_OUTCOMES[outcome].label}: ${formatInteger(count)}` : '',
  )
  return <p className="mb-6 text-md text-muted">{`Quedan fuera. ${parts.join(' · ')}.`}</p>
}

function Confirm({ invites, previewKey }: { invites: number; previewKey: string }) {
  const { state, formMethod, formData } = useNavigation()
  return (
    <Form method="post" className="max-sm:w-full">
      <input type="hidden" name="key" value={previewKey} />
      <Button
        type="submit"
        pending={state !== 'idle' && formMethod === 'POST' && formData?.get('intent') == null}
        pendingLabel="Invitando…"
        className="max-sm:w-full"
      >
        {`Invitar a ${people(invites)}`}
      </Button>
    </Form>
  )
}

function Done({ preview: { item, invited } }: { preview: Extract<ListPreview, { confirmed: true }> }) {
  const left = item.seats - item.used_seats
  return (
    <ItemPage title="Invitaciones enviadas" description={item.name} back={TO_DASHBOARD}>
      <Alert tone="success" title={`Invitamos a ${people(invited)}`}>
        {`${inNumber(invited, 'Recibe', 'Cada una recibe')} un correo con el enlace y su código. ${left === 0 ? 'No quedan asientos.' : `Asientos libres: ${formatInteger(left)}.`}`}
      </Alert>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={`/account/items/${item.id}/participants`}>Ver personas</ButtonLink>
        {left > 0 && (
          <ButtonLink variant="secondary" to={`/account/items/${item.id}/invitations`}>
            Invitar a más personas
          </ButtonLink>
        )}
      </div>
    </ItemPage>
  )
}
