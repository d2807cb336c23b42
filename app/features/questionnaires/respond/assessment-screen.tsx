import { type FormEvent, useEffect, useRef, useState } from 'react'
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
import { notify } from '#app/kit/ui/toast.ts'
import { createActiveClock } from './active-clock.ts'
import { answeredBeforeScripts } from './answered-before-scripts.ts'
import { AssessmentFooter } from './assessment-footer.tsx'
import { AssessmentHeader } from './assessment-header.tsx'
import { Beginning } from './beginning.tsx'
import { GapsDialog } from './gaps-dialog.tsx'
import { minutesLeft } from './pace.ts'
import { pageOf, pagesOf, pageToResume, sectionOf } from './question-pages.ts'
import { useQuestionView } from './question-view.ts'
import { ReentryDialog } from './reentry-dialog.tsx'
import { SavingTrouble } from './saving-trouble.tsx'
import { focusQuestion, SectionBody } from './section-body.tsx'
import { SectionMap } from './section-map.tsx'
import { useAutosave } from './use-autosave.ts'
import { type Tapped, useTurning } from './use-turning.ts'

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
  const [mapShown, setMapShown] = useState(false)
  const { view, single } = useQuestionView()
  // Who was invited has read it on the form.
  const leads = stage.audience.kind !== 'buyer'
  const hasLead = (number: number) => leads && number === 1
  /** What a narrow screen shows of the section. */
  const [page, setPage] = useState(() => {
    const first = questionnaire.sections[stage.currentSection - 1]
    return first && pageToResume(first, hasLead(stage.currentSection), stage.answers)
  })
  const [times, setTimes] = useState<readonly number[]>([])
  const answeredAt = useRef(0)
  /** What to focus once the requested section is on screen. */
  const [aim, setAim] = useState<{ field: string | undefined }>()

  const onReentered = () => {
    setReentering(false)
    autosave.reopened()
  }

  useEffect(() => clock.start(), [clock])
  useEffect(() => {
    answeredAt.current = performance.now()
  }, [])

  // After the autosave has restored stored answers: continue at the first question without an answer.
  useEffect(() => {
    for (const { field, value } of answeredBeforeScripts(form.current)) autosave.answer(field, value)
    const now = autosave.snapshot()
    const resumed = questionnaire.sections[now.section - 1]
    const next = resumed && firstUnanswered(resumed, now.answers)
    if (resumed) setPage(pageToResume(resumed, leads && now.section === 1, now.answers))
    if (resumed && next) setAim({ field: resumed.questions[next]?.field })
  }, [autosave, questionnaire, leads])

  useEffect(() => {
    if (!aim) return
    if (aim.field !== undefined) focusQuestion(document.getElementById(aim.field), 'start')
    else {
      window.scrollTo({ top: 0, behavior: 'instant' })
      heading.current?.focus({ preventScroll: true })
    }
  }, [aim])

  const turning = useTurning({ single, onTurn: turn })
  const current = questionnaire.sections[section - 1]
  if (!current) return null
  const withEvidence = takesEvidence(stage.audience)
  const pages = pagesOf(current, hasLead(section))
  const shown = page !== undefined && pages.includes(page) ? page : pages[0]
  const isLast = section === questionnaire.sections.length
  const questions = listClosedQuestions(questionnaire)
  const pending = flushing || finishing.state !== 'idle'
  const position = current.questions.findIndex(question => question.field === (single ? shown : focused))

  /** @param field the question to go to; without one, the section's beginning */
  function goTo(next: number, field?: string) {
    const target = questionnaire.sections[next - 1]
    turning.stop()
    autosave.goTo(next)
    setGapsShown(false)
    setMapShown(false)
    setFocused(field)
    if (target) setPage(field === undefined ? pagesOf(target, hasLead(next))[0] : pageOf(target, field))
    setAim({ field })
  }

  /** To the page before or after the one that is shown, or into the next section; nothing before the first and after the last one. */
  function turn(steps: 1 | -1) {
    const next = current && shown !== undefined ? pages[pages.indexOf(shown) + steps] : undefined
    const target = questionnaire.sections[section - 1 + steps]
    if (next !== undefined) {
      turning.stop()
      setPage(next)
      setAim({ field: next })
    } else if (target && steps === 1) goTo(section + 1)
    else if (target) goTo(section - 1, pagesOf(target, hasLead(section - 1)).at(-1))
  }

  function onAnswer(field: string, value: AnswerValue, place?: number) {
    const before = answers[field]
    autosave.answer(field, value)
    if (place === undefined) return
    const now = performance.now()
    if (before === undefined) setTimes([...times, now - answeredAt.current])
    answeredAt.current = now
    turning.onAnswered({ field, before, place })
  }

  function undo({ field, before }: Tapped) {
    if (before !== undefined) autosave.answer(field, before)
    // A tap on the last question of a section without open ones led into the next section.
    goTo(sectionOf(questionnaire.sections, field), field)
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
    const steps = pressed.value === '-1' ? -1 : 1
    if (single && !(steps === 1 && isLast && shown === pages.at(-1))) turn(steps)
    else if (steps === -1) goTo(section - 1)
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
        minutes={minutesLeft(times, questions.length - countAnswered(questions, answers))}
        onMap={() => setMapShown(true)}
        trouble={
          <SavingTrouble
            status={status}
            fragile={fragile}
            own={stage.audience.kind === 'oneself'}
            onReenter={() => setReentering(true)}
          />
        }
      />
      <main id="contenido" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-3 pb-8 sm:px-6 sm:pt-6 sm:pb-16">
        <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-4 sm:gap-8">
          <AccountField />
          {withEvidence && (
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
            lead={hasLead(section) && <Beginning stage={stage} />}
            paging={{ pages, shown, view, single, pointer: turning.pointer, onNext: () => turn(1) }}
            answers={answers}
            shuffledFor={questionnaire.optionOrder === 'shuffled' ? stage.runId : undefined}
            withEvidence={withEvidence}
            refused={refused}
            onAnswer={onAnswer}
            onLeave={autosave.sendNow}
            onFocus={setFocused}
          />
          <AssessmentFooter
            section={section}
            sections={questionnaire.sections.length}
            first={section === 1 && !(single && shown !== pages[0])}
            last={isLast && !(single && shown !== pages.at(-1))}
            pending={pending}
            tapped={turning.tapped}
            onUndo={undo}
          />
        </form>
      </main>
      <ReentryDialog
        open={reentering && status === 'denied'}
        runId={stage.runId}
        onClose={() => setReentering(false)}
        onOpened={onReentered}
      />
      <SectionMap
        open={mapShown}
        sections={questionnaire.sections}
        answers={answers}
        current={section}
        view={view}
        onClose={() => setMapShown(false)}
        onGoTo={goTo}
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
