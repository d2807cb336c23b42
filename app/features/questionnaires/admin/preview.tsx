import { useEffect, useRef, useState } from 'react'
import { data, Link } from 'react-router'
import { findDraft, findDraftPlan } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { takesEvidence } from '#app/features/questionnaires/evidence.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import {
  type Answers,
  clampSection,
  completeness,
  countAnswered,
  findGaps,
  firstUnanswered,
  isAboutData,
  listClosedQuestions,
  type Questionnaire,
  toForm,
} from '#app/features/questionnaires/questionnaire.ts'
import {
  findNewestQuestionnaire,
  findPlan,
  findQuestionnaire,
} from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { AssessmentHeader } from '#app/features/questionnaires/respond/assessment-header.tsx'
import { CompleteScreen } from '#app/features/questionnaires/respond/complete-screen.tsx'
import { GapsDialog } from '#app/features/questionnaires/respond/gaps-dialog.tsx'
import { RespondentForm } from '#app/features/questionnaires/respond/respondent-form.tsx'
import { focusQuestion, SectionBody } from '#app/features/questionnaires/respond/section-body.tsx'
import type { RespondentStage } from '#app/features/questionnaires/stage.ts'
import { addDays, formatLongDate } from '#app/kernel/dates.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { withLawDates } from '#app/platform/texts/law-dates.ts'
import type { Route } from './+types/preview'
import { TestResults } from './test-results.tsx'

type PreviewScreensProps = {
  name: string
  back: string
  questionnaire: Questionnaire
  plan: QuestionnairePlan | undefined
  respondent: RespondentStage
  /** The first section to show; 0 is the form before it. */
  section: number
}

/**
 * The respondent's screens, and the results that whoever bought it would see, of the same scoring and with the plan of the
 * same steps. Answers stay in this page: reloading it forgets them.
 */
function PreviewScreens({ name, back, questionnaire, plan, respondent, section: first }: PreviewScreensProps) {
  const form = toForm(questionnaire)
  const [section, setSection] = useState(first)
  const [answers, setAnswers] = useState<Answers>({})
  const [focused, setFocused] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const [gapsShown, setGapsShown] = useState(false)
  /** What to focus once the requested section is on screen. */
  const [aim, setAim] = useState<{ field: string | undefined }>()
  const { sections } = form
  const questions = listClosedQuestions(form)
  const gaps = findGaps(form, answers)
  const current = sections[section - 1]

  function goTo(next: number, field?: string) {
    setGapsShown(false)
    setFocused(field)
    setSection(next)
    setAim({ field })
  }

  useEffect(() => {
    if (!aim) return
    if (aim.field !== undefined) return focusQuestion(document.getElementById(aim.field), 'start')
    window.scrollTo({ top: 0, behavior: 'instant' })
    const target = heading.current ?? document.getElementById('contenido')
    target?.focus({ preventScroll: true })
  }, [aim])

  const bar = (
    <aside
      aria-label="Prueba"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-copper-soft px-4 py-2 text-md text-ink sm:px-6"
    >
      <span>
        <strong className="font-semibold">{`Prueba (${name})`}</strong>: nada de lo que respondas se guarda.
      </span>
      {questionnaire.optionOrder === 'shuffled' && (
        <span className="text-muted">Aquí las opciones van del nivel 1 al 5; cada persona las ve en otro orden.</span>
      )}
      <Link
        to={back}
        className="inline-flex min-h-9 items-center font-medium text-copper-strong underline underline-offset-4"
      >
        Volver a la edición
      </Link>
    </aside>
  )

  if (section === 0) {
    return (
      <>
        {bar}
        <RespondFrame>
          {/* The form would start a run: here it only continues. */}
          <div
            onSubmitCapture={event => {
              event.preventDefault()
              event.stopPropagation()
              goTo(1)
            }}
          >
            <RespondentForm stage={respondent} answer={undefined} />
          </div>
        </RespondFrame>
      </>
    )
  }
  if (!current) {
    return (
      <>
        {bar}
        <RespondFrame>
          <CompleteScreen
            reader={{ kind: 'stranger' }}
            stage={{
              stage: 'complete',
              runId: 'prueba',
              title: questionnaire.title,
              durationSeconds: 0,
              answered: countAnswered(questions, answers),
              questions: questions.length,
              closedByBuyer: false,
              aboutData: isAboutData(questionnaire.id),
            }}
          />
          <TestResults
            questionnaire={questionnaire}
            plan={plan}
            answers={answers}
            person={respondent.values}
            onAgain={() => {
              setAnswers({})
              goTo(1)
            }}
          />
        </RespondFrame>
      </>
    )
  }
  const position = current.questions.findIndex(question => question.field === focused)
  return (
    <>
      {bar}
      <AssessmentHeader
        title={isAboutData(questionnaire.id) ? 'Evaluación DAMA' : questionnaire.title}
        activeSeconds={0}
        status="saved"
        section={section}
        sections={sections.length}
        question={(position === -1 ? firstUnanswered(current, answers) : position) + 1}
        questionsInSection={current.questions.length}
        answered={countAnswered(questions, answers)}
        questions={questions.length}
        percent={completeness(form, answers)}
        trouble={null}
      />
      <main id="contenido" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-6 pb-16 sm:px-6">
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (section === sections.length && gaps.length > 0) setGapsShown(true)
            else goTo(section + 1)
          }}
          className="grid gap-8"
        >
          <SectionBody
            key={current.id}
            section={current}
            heading={heading}
            lead={null}
            answers={answers}
            withEvidence={takesEvidence(respondent.audience)}
            onAnswer={(field, value) => setAnswers(known => ({ ...known, [field]: value }))}
            onLeave={() => undefined}
            onFocus={setFocused}
          />
          <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
            <Button variant="secondary" onClick={() => goTo(section - 1)}>
              Anterior
            </Button>
            <p className="text-center text-sm text-muted tabular-nums max-sm:order-first max-sm:w-full">
              {`Sección ${section} de ${sections.length}`}
            </p>
            <Button type="submit">{section === sections.length ? 'Finalizar Evaluación' : 'Siguiente'}</Button>
          </footer>
        </form>
      </main>
      <GapsDialog
        open={gapsShown}
        gaps={gaps}
        sections={sections}
        pending={false}
        onClose={() => setGapsShown(false)}
        onGoTo={gap => goTo(gap.sectionIndex + 1, gap.question.field)}
        onFinish={() => goTo(sections.length + 1)}
      />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Prueba: ${loaderData?.questionnaire.title || 'cuestionario'} · Alhena` },
]

const SAMPLE = {
  full_name: 'Pedro Soto',
  corporate_email: 'pedro.soto@example.cl',
  position: 'Analista de datos',
  organizational_unit: 'Finanzas',
  data_role: 'Uso los datos de ventas cada semana.',
  company_name: 'Empresa de Prueba',
  invitation_code: 'AC-23456789',
}

/** A version or draft to be answered as a test. It reads texts only: there is no access, no run, nothing to store. */
export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const requested = args.url.searchParams.get('version')
  const content =
    requested === 'borrador'
      ? withLawDates((await readAs(db, editor, tx => findDraft(tx, id)))?.content)
      : requested !== null && /^[1-9]\d{0,5}$/.test(requested)
        ? await findQuestionnaire(db, id, Number(requested))
        : await findNewestQuestionnaire(db, id)
  if (!content) throw data('Not found', 404)
  const plan =
    requested === 'borrador'
      ? withLawDates(await readAs(db, editor, tx => findDraftPlan(tx, id)))
      : await findPlan(db, id, content.version)
  const section = Number(args.url.searchParams.get('seccion') ?? '0')
  const { version, title, templateNotice, summary, sections } = legalDocument('privacy_respondents')
  const respondent: RespondentStage = {
    stage: 'respondent',
    accessId: '',
    values: SAMPLE,
    questionnaire: {
      title: content.title,
      intro: content.intro,
      legalNote: content.legalNote,
      minutes: withAnnouncedMinutes(content).estimatedMinutes,
      sections: content.sections.length,
      questions: listClosedQuestions(content).length,
      aboutData: isAboutData(content.id),
    },
    // A product's setting, not the questionnaire's.
    asksAge: false,
    deadline: formatLongDate(addDays(servicesOf(args.context).now(), 180)),
    audience: {
      kind: 'buyer',
      name: 'Ana Rojas',
      company: 'Empresa de Prueba',
      organisation: undefined,
      consultant: undefined,
      confidential: false,
      shares: false,
    },
    promised: 'nominative',
    notice: { version, title, templateNotice, summary, sections },
  }
  return {
    id,
    name: requested === 'borrador' ? 'borrador' : `versión ${content.version}`,
    back:
      requested === 'borrador' ? `/admin/content/questionnaires/${id}/draft` : `/admin/content/questionnaires/${id}`,
    questionnaire: content,
    plan: plan ?? undefined,
    respondent,
    section: Number.isInteger(section) && section > 0 ? clampSection(content, section) : 0,
  }
}

export default function AdminPreview({ loaderData }: Route.ComponentProps) {
  return <PreviewScreens {...loaderData} />
}
