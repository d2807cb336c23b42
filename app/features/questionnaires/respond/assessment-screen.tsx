import { type FormEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { takesEvidence } from '#app/features/questionnaires/evidence.ts'
import {
  type AnswerValue,
  completeness,
  countAnswered,
  findGaps,
  firstUnanswered,
  type Gap,
  isAboutData,
  listClosedQuestions,
} from '#app/features/questionnaires/questionnaire.ts'
import { type RespondAnswer, type SectionAnswer, UNSAVED } from '#app/features/questionnaires/respond-texts.ts'
import type { AssessmentStage } from '#app/features/questionnaires/stage.ts'
import { AccountField } from '#app/kit/forms/own-form.tsx'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { AssessmentHeader } from './assessment-header.tsx'
import { type AutosaveStart, createAutosave } from './autosave.ts'
import { GapsDialog } from './gaps-dialog.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import { ReentryDialog } from './reentry-dialog.tsx'
import { SavingTrouble } from './saving-trouble.tsx'
import { focusQuestion, SectionBody } from './section-body.tsx'

/**
 * Answers given before hydration: on a slow phone the page is usable before its script. Compares the form with the HTML
 * as it was sent.
 */
function answeredBeforeScripts(form: HTMLFormElement | null): { field: string; value: AnswerValue }[] {
  const answered: { field: string; value: AnswerValue }[] = []
  for (const control of form?.elements ?? []) {
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      if (control.checked && !control.defaultChecked)
        answered.push({ field: control.name, value: Number(control.value) })
    } else if (control instanceof HTMLTextAreaElement && control.value !== control.defaultValue) {
      answered.push({ field: control.name, value: control.value })
    }
  }
  return answered
}

/**
 * Counts whole seconds while the page is visible, starting from `initial`.
 * @returns `start`, which starts counting in the browser and returns a function that stops it.
 */
function createActiveClock(initial: number) {
  let counted = initial * 1000
  let since: number | undefined
  const pause = () => {
    if (since !== undefined) counted += performance.now() - since
    since = undefined
  }
  const follow = () => {
    pause()
    if (document.visibilityState === 'visible') since = performance.now()
  }
  return {
    seconds: (): number => Math.floor((counted + (since === undefined ? 0 : performance.now() - since)) / 1000),
    start() {
      follow()
      document.addEventListener('visibilitychange', follow)
      return () => {
        document.removeEventListener('visibilitychange', follow)
        pause()
      }
    },
  }
}

/**
 * Saves a run's answers as they are given and reports the state. Only the initial values count: later props do not
 * overwrite what was answered meanwhile.
 */
function useAutosave(input: Omit<AutosaveStart, 'age'>) {
  const withDocument = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [autosave] = useState(() => createAutosave({ ...input, age: withDocument ? sinceDocument : () => 0 }))
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot, autosave.snapshot)
  useEffect(() => autosave.start(), [autosave])
  return { ...snapshot, autosave }
}

const never = () => () => {}

/** Milliseconds since the first byte of the document, which contained the initial data. */
function sinceDocument(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? performance.now() - navigation.responseStart : 0
}

/** Stage 3: one section per screen. Moving between sections needs no network; every answer is saved as it is given. */
export function AssessmentScreen({ stage, refused }: { stage: AssessmentStage; refused?: SectionAnswer | undefined }) {
  const { questionnaire } = stage
  const [clock] = useState(() => createActiveClock(stage.activeSeconds))
  const { answers, section, status, fragile, autosave } = useAutosave({
    runId: stage.runId,
    accessId: stage.accessId,
    questionnaireId: questionnaire.id,
    questionnaireVersion: questionnaire.version,
    answers: stage.answers,
    sequences: stage.sequences,
    section: stage.currentSection,
    serverTime: stage.serverTime,
    sections: questionnaire.sections.length,
    activeSeconds: clock.seconds,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const finishing = useFetcher<RespondAnswer>()
  const [flushing, setFlushing] = useState(false)
  const [gapsShown, setGapsShown] = useState(false)
  const [reentering, setReentering] = useState(false)
  const [focused, setFocused] = useState<string>()
  /** What to focus once the requested section is on screen. */
  const [aim, setAim] = useState<{ field: string | undefined }>()

  const onReentered = useCallback(() => {
    setReentering(false)
    autosave.reopened()
  }, [autosave])

  useEffect(() => clock.start(), [clock])

  // After the autosave has restored stored answers: continue at the first question without an answer.
  useEffect(() => {
    for (const { field, value } of answeredBeforeScripts(form.current)) autosave.answer(field, value)
    const now = autosave.snapshot()
    const resumed = questionnaire.sections[now.section - 1]
    const next = resumed && firstUnanswered(resumed, now.answers)
    if (resumed && next) setAim({ field: resumed.questions[next]?.field })
  }, [autosave, questionnaire])

  useEffect(() => {
    if (!aim) return
    if (aim.field !== undefined) focusQuestion(document.getElementById(aim.field), 'start')
    else {
      window.scrollTo({ top: 0, behavior: 'instant' })
      heading.current?.focus({ preventScroll: true })
    }
  }, [aim])

  const current = questionnaire.sections[section - 1]
  if (!current) return null
  const evident = takesEvidence(stage.audience)
  const isLast = section === questionnaire.sections.length
  const questions = listClosedQuestions(questionnaire)
  const pending = flushing || finishing.state !== 'idle'
  const position = current.questions.findIndex(question => question.field === focused)

  function goTo(next: number, field?: string) {
    autosave.goTo(next)
    setGapsShown(false)
    setFocused(field)
    setAim({ field })
  }

  async function finish() {
    setFlushing(true)
    const safe = await autosave.flush()
    setFlushing(false)
    if (!safe && !autosave.isClosed()) {
      setGapsShown(false)
      notify(UNSAVED)
      return
    }
    await finishing.submit({ intent: 'complete', access_id: stage.accessId, run_id: stage.runId }, { method: 'post' })
    setGapsShown(false)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter
    if (pending || !(pressed instanceof HTMLButtonElement)) return
    if (pressed.value === '-1') goTo(section - 1)
    else if (!isLast) goTo(section + 1)
    else if (findGaps(questionnaire, answers).length > 0) setGapsShown(true)
    else void finish()
  }

  return (
    <>
      <AssessmentHeader
        title={isAboutData(questionnaire.id) ? 'Evaluación DAMA' : questionnaire.title}
        activeSeconds={stage.activeSeconds}
        status={status}
        section={section}
        sections={questionnaire.sections.length}
        question={(position === -1 ? firstUnanswered(current, answers) : position) + 1}
        questionsInSection={current.questions.length}
        answered={countAnswered(questions, answers)}
        questions={questions.length}
        percent={completeness(questionnaire, answers)}
        trouble={
          <SavingTrouble
            status={status}
            fragile={fragile}
            own={stage.audience.kind === 'oneself'}
            onReenter={() => setReentering(true)}
          />
        }
      />
      <main id="contenido" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-6 pb-16 sm:px-6">
        <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-8">
          <AccountField />
          {evident && (
            <noscript>
              {/* Enter in a link goes on to the next section, as the button below does. */}
              <button type="submit" name="to" value="1" hidden />
            </noscript>
          )}
          <input type="hidden" name="intent" value="section" />
          <input type="hidden" name="access_id" value={stage.accessId} />
          <input type="hidden" name="run_id" value={stage.runId} />
          <input type="hidden" name="section" value={section} />
          <SectionBody
            key={current.id}
            section={current}
            heading={heading}
            lead={section === 1 && <Beginning stage={stage} />}
            answers={answers}
            shuffledFor={questionnaire.optionOrder === 'shuffled' ? stage.runId : undefined}
            evident={evident}
            refused={refused}
            onAnswer={autosave.answer}
            onLeave={autosave.sendNow}
            onFocus={setFocused}
          />
          <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
            <Button type="submit" name="to" value="-1" variant="secondary" disabled={section === 1}>
              Anterior
            </Button>
            <p className="text-center text-sm text-muted tabular-nums max-sm:order-first max-sm:w-full">
              {`Sección ${section} de ${questionnaire.sections.length}`}
            </p>
            <Button type="submit" name="to" value="1" pending={pending} pendingLabel="Finalizando…">
              {isLast ? 'Finalizar Evaluación' : 'Siguiente'}
            </Button>
          </footer>
        </form>
      </main>
      <ReentryDialog
        open={reentering && status === 'denied'}
        runId={stage.runId}
        onClose={() => setReentering(false)}
        onOpened={onReentered}
      />
      <GapsDialog
        open={gapsShown}
        gaps={findGaps(questionnaire, answers)}
        sections={questionnaire.sections}
        pending={pending}
        onClose={() => setGapsShown(false)}
        onGoTo={(gap: Gap) => goTo(gap.sectionIndex + 1, gap.question.field)}
        onFinish={() => void finish()}
      />
    </>
  )
}

/**
 * How to answer and who will read it, before the first question: a buyer's own run has no respondent form that says so.
 */
function Beginning({ stage }: { stage: AssessmentStage }) {
  const { intro, legalNote } = stage.questionnaire
  return (
    <Panel title="Antes de comenzar" level={3}>
      <p className="mb-4 text-md text-pretty">{intro}</p>
      <PrivacyNotice audience={stage.audience} notice={stage.notice} />
      {legalNote !== undefined && <p className="mt-4 text-sm text-muted">{legalNote}</p>}
    </Panel>
  )
}
