import { useRef, useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { closedFields, listFields } from '#app/features/questionnaires/drafts/draft.ts'
import { draftForm } from '#app/features/questionnaires/drafts/draft-schema.server.ts'
import { findDraft, findDraftPlan } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { saveDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { EMPTY_PLAN, goalsOf } from '#app/features/questionnaires/drafts/plan-form.ts'
import { publicationProblems } from '#app/features/questionnaires/drafts/plan-problems.server.ts'
import { scaleChoices, sharedScales } from '#app/features/questionnaires/drafts/scales.ts'
import { DAMA_FIXED, DAMA_QUESTIONNAIRE } from '#app/features/questionnaires/field-rules.ts'
import { findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { NOT_SAVED_STATUS, whyNotSaved } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { lawDates } from '#app/platform/texts/law-dates.ts'
import type { Route } from './+types/draft'
import { nextAddress } from './draft-address.ts'
import { DraftControls, DraftToolbar, fieldOfPart, partName, problemsIn, readPart } from './draft-controls.tsx'
import { DraftNavigation, ProblemMenu } from './draft-navigation.tsx'
import { PlanSettings } from './plan-fields.tsx'
import { LevelFields, QuestionnaireSettings, ScaleFields } from './questionnaire-fields.tsx'
import { SectionFields } from './section-fields.tsx'
import { StepsOfQuestion } from './step-fields.tsx'
import { type DraftAnswer, useDraftAutosave } from './use-draft-autosave.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Borrador: ${loaderData?.draft.title || 'cuestionario'} · Contenidos · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const found = await readAs(db, editor, async tx => {
    const draft = await findDraft(tx, id)
    return draft && { ...draft, plan: await findDraftPlan(tx, id) }
  })
  if (!found) throw redirect(`/admin/content/questionnaires/${id}`)
  const versions = await findVersions(db, id)
  const { content, plan = EMPTY_PLAN } = found
  const fields = closedFields(content)
  const asked = readPart(args.url.searchParams.get('seccion'), content.sections.length)
  const field = fieldOfPart(asked)
  const part = field === undefined || fields.includes(field) ? asked : 'plan'
  return {
    id,
    draft: content,
    revision: found.revision,
    part,
    /** With the steps of the part's question alone. */
    plan: { ...plan, steps: plan.steps.filter(step => step.field === field) },
    goals: Object.fromEntries(fields.map(each => [each, goalsOf(plan, each)])),
    /** Changes where the fields must be read again. */
    round: args.url.searchParams.get('cambio') ?? '',
    /** Sections up to this number are published and keep their position. */
    fixedSections: versions.at(-1)?.sections.length ?? 0,
    publishedFields: [...new Set(versions.flatMap(listFields).map(({ field }) => field))],
    problems: publicationProblems(content, plan, versions),
    lawDates: lawDates(),
    notice: id === DAMA_QUESTIONNAIRE ? DAMA_FIXED : undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const { db, now } = servicesOf(args.context)
  const questionnaireId = questionnaireIdOf(args.params)
  const form = await readForm(args.request)
  const parsed = draftForm.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const { section, revision, step } = parsed.data
  const save = async () => {
    const saved = await saveDraft({ db }, { editor, questionnaireId, revision, section, form, step })
    if (!saved.ok) {
      const { error } = saved
      if (error.code === 'no_draft') throw redirect(`/admin/content/questionnaires/${questionnaireId}`)
      const text = `${error.by} guardó cambios en este borrador el ${formatDateTime(error.at)}.`
      return data<DraftAnswer>({ state: 'conflict', revision: error.revision, text }, 409)
    }
    // Redirects, so that reloading repeats nothing; the autosave needs no page.
    if (form.intent === 'save') {
      const { revision, problems } = saved.value
      return data<DraftAnswer>({ state: 'saved', revision, at: formatDateTime(now()), problems })
    }
    const next = nextAddress(step, section > 0 ? section : readPart(form.part, 0), saved.value)
    return redirect(`/admin/content/questionnaires/${questionnaireId}/draft${next}`)
  }
  return answerRefusals(save, { state: 'refused' as const })
}

/** Without a network or a session the page stays, with its typed input. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return (await serverAction()) satisfies DraftAnswer
  } catch (outcome) {
    const state = whyNotSaved(outcome)
    if (state === undefined) throw outcome
    return data<DraftAnswer>({ state }, NOT_SAVED_STATUS[state])
  }
}

/**
 * An autosaved draft is on the screen already. A save that ends while another part is being loaded restarts that load,
 * so there the address differs and the part must be loaded.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formData, defaultShouldRevalidate } = args
  const answer: DraftAnswer | undefined = args.actionResult
  const stays = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search
  if (stays && (formData?.get('intent') === 'save' || (answer && answer.state !== 'saved'))) return false
  return defaultShouldRevalidate
}

export default function AdminDraft({ loaderData, actionData }: Route.ComponentProps) {
  const { id, draft, part, plan, goals, round, fixedSections, publishedFields, notice } = loaderData
  const form = useRef<HTMLFormElement>(null)
  const autosave = useDraftAutosave(form, loaderData.revision)
  const revalidator = useRevalidator()
  /** The revision of another editor's change that was requested, until it is loaded. */
  const [requested, setRequested] = useState<number>()
  /** The revision that the fields were last reset to. */
  const [reading, setReading] = useState(0)
  const summary = autosave.answer ?? actionData
  const problems = autosave.problems ?? loaderData.problems
  const section = typeof part === 'number' ? part : 0
  const current = draft.sections[section - 1]
  const field = fieldOfPart(part)
  const scales = sharedScales(draft)

  // The draft may be rendered later than its request ends: the fields wait for the revision, not for the request.
  if (requested !== undefined && loaderData.revision >= requested) {
    setRequested(undefined)
    setReading(loaderData.revision)
  }

  function readTheirs(revision: number) {
    autosave.forget()
    setRequested(revision)
    void revalidator.revalidate()
  }

  return (
    <>
      <PageHeading
        title={draft.title || 'Sin título'}
        description="Borrador: nadie lo ve hasta que lo publiques."
        before={contentTrail(
          { label: draft.title || id, to: `/admin/content/questionnaires/${id}` },
          { label: 'Borrador' },
        )}
        className="pb-5"
      />
      <DraftToolbar
        status={autosave.status}
        onSave={() => autosave.save()}
        actions={
          <>
            <ProblemMenu problems={problems} />
            <ButtonLink
              to={`../preview?version=borrador&seccion=${section}`}
              relative="path"
              variant="secondary"
              size="sm"
            >
              <span>
                Probar<span className="max-sm:sr-only"> como respondente</span>
              </span>
            </ButtonLink>
            <ButtonLink to="../publish" relative="path" size="sm">
              Revisar y publicar
            </ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <DraftNavigation sections={draft.sections} current={part} problems={problems} />
        <Form
          key={`${part} ${reading} ${round}`}
          ref={form}
          method="post"
          noValidate
          preventScrollReset
          onInput={autosave.onInput}
          onSubmit={event => {
            const pressed = (event.nativeEvent as SubmitEvent).submitter
            if (autosave.holdBack(pressed)) event.preventDefault()
          }}
          aria-label={partName(part)}
          className="grid min-w-0 gap-6"
        >
          {/* Enter in a field saves, instead of submitting the first button, which moves something. */}
          <button type="submit" name="intent" value="save-all" tabIndex={-1} aria-hidden="true" className="sr-only">
            Guardar
          </button>
          <input type="hidden" name="revision" value={autosave.revision} />
          <input type="hidden" name="section" value={section} />
          <input type="hidden" name="part" value={part} />
          {summary?.state === 'conflict' && (
            <Conflict
              text={summary.text}
              onRead={() => readTheirs(summary.revision)}
              onKeep={() => autosave.save(summary.revision)}
            />
          )}
          {summary?.state === 'refused' && <Alert tone="error" title={summary.text} />}
          {summary?.state === 'signed_out' && <NotSaved reason="signed_out" />}
          {notice !== undefined && <Alert tone="info">{notice}</Alert>}
          <DraftControls problems={problemsIn(part, problems, scales)}>
            {current ? (
              <SectionFields
                section={current}
                titles={draft.sections.map(({ title }) => title)}
                scales={scaleChoices(draft, section)}
                fixedForm={notice !== undefined}
                fixedPosition={section <= fixedSections}
                publishedFields={publishedFields}
                decision={plan.decisions.find(decision => decision.section === section)}
                goals={goals}
              />
            ) : field !== undefined ? (
              <StepsOfQuestion draft={draft} plan={plan} field={field} lawDates={loaderData.lawDates} />
            ) : part === 'plan' ? (
              <PlanSettings draft={draft} plan={plan} goals={goals} />
            ) : part === 'niveles' ? (
              <LevelFields levels={draft.levels} />
            ) : part === 'escalas' ? (
              <ScaleFields scales={scales} />
            ) : (
              <QuestionnaireSettings draft={draft} fixedForm={notice !== undefined} />
            )}
          </DraftControls>
          <noscript>
            <Button type="submit" name="intent" value="save-all">
              Guardar
            </Button>
          </noscript>
        </Form>
      </div>
    </>
  )
}

function Conflict({ text, onRead, onKeep }: { text: string; onRead: () => void; onKeep: () => void }) {
  return (
    <Alert
      tone="warning"
      title={text}
      actions={
        <>
          <Button variant="secondary" size="sm" onClick={onRead}>
            Cargar sus cambios
          </Button>
          <Button variant="secondary" size="sm" onClick={onKeep}>
            Guardar los míos encima
          </Button>
        </>
      }
    >
      Lo que escribiste sigue en esta página. Si guardas encima, solo se reemplaza esta parte.
    </Alert>
  )
}
