import { type ComponentProps, type KeyboardEvent, type RefObject, useState } from 'react'
import {
  type Answers,
  type AnswerValue,
  type ClosedQuestion as Closed,
  DONT_KNOW,
  type FormSection,
  OPEN_ANSWER_MAX,
  OPTION_COUNT,
  type OpenQuestion as Open,
  readAnswerText,
  shufflePositions,
} from '#app/features/questionnaires/questionnaire.ts'
import { type SectionAnswer, tooLongAnswer } from '#app/features/questionnaires/respond-texts.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { lengthOf } from '#app/kernel/text.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { Evidence } from './evidence-fields.tsx'
import { LEAD_PAGE, OPEN_PAGE, placeOf, type QuestionPage } from './question-pages.ts'
import type { QuestionView } from './question-view.ts'

/**
 * Keys 1 to 6 select the option at that place of the focused question and move on to the next one. Only there:
 * elsewhere a digit is a digit (WCAG 2.1.4).
 */
function chooseByKey(
  event: KeyboardEvent<HTMLElement>,
  choose: (field: string, option: number, place: number) => void,
  goOn: (question: HTMLElement) => void,
): void {
  const { target, key } = event
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !(target instanceof HTMLInputElement) ||
    target.type !== 'radio'
  )
    return
  // Enter in a radio button would submit the form.
  if (key === 'Enter') event.preventDefault()
  const place = Number(key)
  if (key.length !== 1 || !Number.isInteger(place) || place < 1) return
  const shown = target.closest('[data-question]')?.querySelectorAll<HTMLInputElement>('input[type="radio"]')[place - 1]
  if (!shown) return
  event.preventDefault()
  choose(target.name, Number(shown.value), place)
  goOn(target)
}

function nextQuestion(control: HTMLElement): Element | undefined {
  const questions = [...(control.closest('form')?.querySelectorAll('[data-question]') ?? [])]
  return questions[questions.findIndex(question => question.contains(control)) + 1]
}

/** Focuses a question: its selected option, its first one, or its text. */
export function focusQuestion(question: Element | null | undefined, block: ScrollLogicalPosition = 'nearest'): void {
  const control =
    question?.querySelector<HTMLElement>('input:checked') ?? question?.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  // Instant, because the next key would act on a page that is still scrolling.
  question?.scrollIntoView({ block, behavior: 'instant' })
}

export type Paging = {
  pages: readonly QuestionPage[]
  /** The one that is shown. */
  shown: QuestionPage | undefined
  view: QuestionView
  /** Whether the others can't be seen. */
  single: boolean
  /** What a finger does. */
  pointer: Pick<ComponentProps<'div'>, 'onPointerDown' | 'onPointerUp'>
  /** Goes on to the one after it. */
  onNext: () => void
}

type SectionBodyProps = {
  section: FormSection
  heading: RefObject<HTMLHeadingElement | null>
  /** Content between the section's card and its questions. */
  lead: Blocks
  /** Where a narrow screen shows one question at a time. */
  paging?: Paging | undefined
  answers: Answers
  /** The run whose order of the options is shown; undefined where they stand as they are written. */
  shuffledFor?: string | undefined
  /** Whether evidence may be given: not where the answers are confidential. */
  withEvidence: boolean
  /** Texts that a form without scripts could not save, and why. */
  refused?: SectionAnswer | undefined
  /** @param place the option's place on the screen, from 1; undefined for a text */
  onAnswer: (field: string, value: AnswerValue, place?: number) => void
  onLeave: () => void
  /** Called with the focused question. */
  onFocus: (field: string | undefined) => void
}

/** The section's card, its closed questions and 'Preguntas Abiertas'. */
export function SectionBody({
  section,
  heading,
  lead,
  paging,
  answers,
  shuffledFor,
  withEvidence,
  refused,
  onAnswer,
  onLeave,
  onFocus,
}: SectionBodyProps) {
  const block = 'rounded-lg border border-line bg-surface p-5 sm:p-7'
  const place = (page: QuestionPage) => paging && placeOf(paging.pages, page, paging.shown ?? page)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the radios inside; this only hears them
    <div
      onKeyDown={event =>
        chooseByKey(event, onAnswer, from => (paging?.single ? paging.onNext() : focusQuestion(nextQuestion(from))))
      }
      onFocus={event => onFocus(event.target.closest<HTMLElement>('[data-question]')?.dataset.question)}
      {...paging?.pointer}
      data-view={paging?.view}
      data-single={paging?.single || undefined}
      className="question-pages grid content-start gap-8"
    >
      <div className="section-card flex items-start gap-4 sm:gap-5">
        <span aria-hidden="true" className="text-4xl leading-none sm:text-5xl">
          {section.emoji}
        </span>
        <div className="min-w-0">
          <p className="text-sm font-medium text-copper">{`Sección ${section.id}`}</p>
          <h2 ref={heading} tabIndex={-1} className="mt-0.5 text-xl sm:text-2xl">
            {section.title}
          </h2>
          <p className="mt-2 text-pretty text-muted">{section.description}</p>
          <p className="mt-3 hidden text-sm text-muted pointer-fine:block">
            Con una pregunta seleccionada, las teclas 1 a 6 eligen una opción y pasan a la siguiente.
          </p>
        </div>
      </div>
      {lead && (
        <div id={LEAD_PAGE} data-page={place(LEAD_PAGE)}>
          {lead}
        </div>
      )}
      {section.questions.map(question => (
        <div key={question.field} data-page={place(question.field)} className={block}>
          <ClosedQuestion
            question={question}
            positions={shuffledFor === undefined ? WRITTEN : shufflePositions(shuffledFor, question.field)}
            value={answers[question.field]}
            evidence={
              withEvidence && (
                <Evidence
                  question={question}
                  answers={answers}
                  refused={refused}
                  onAnswer={onAnswer}
                  onLeave={onLeave}
                />
              )
            }
            onAnswer={onAnswer}
          />
        </div>
      ))}
      {section.openQuestions.length > 0 && (
        <section id={OPEN_PAGE} data-page={place(OPEN_PAGE)} aria-labelledby="preguntas-abiertas" className={block}>
          <h3 id="preguntas-abiertas" className="text-lg">
            Preguntas Abiertas
          </h3>
          <p className="mt-1 text-md text-muted">Son opcionales. No escribas datos sensibles ni de otras personas.</p>
          <div className="mt-5 grid gap-6">
            {section.openQuestions.map(question => (
              <OpenQuestion
                key={question.field}
                question={question}
                value={answers[question.field]}
                refused={refused?.values[question.field]}
                onAnswer={onAnswer}
                onLeave={onLeave}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

/** The positions of the options in the order of the questionnaire. */
const WRITTEN = Array.from({ length: OPTION_COUNT }, (_, index) => index + 1)

type ClosedQuestionProps = {
  question: Closed
  /** The positions of its options, from 1, in the order that is shown. */
  positions: readonly number[]
  value: AnswerValue | undefined
  /** What stands below the options, so that none moves when another is selected. */
  evidence: Blocks
  onAnswer: (field: string, option: number, place: number) => void
}

/** Five levels and 'don't know', each a full-width option. */
function ClosedQuestion({ question, positions, value, evidence, onAnswer }: ClosedQuestionProps) {
  const { field, number, text, help, options } = question
  return (
    <div id={field} data-question={field} className="grid scroll-mt-40 gap-2.5">
      <RadioGroup
        legend={
          <span className="mb-2.5 block text-base sm:text-lg">
            <span className="text-copper tabular-nums">{`${number}.`}</span> <span>{text}</span>
            {help !== undefined && <span className="mt-1 block text-md font-normal text-muted">{help}</span>}
          </span>
        }
        name={field}
        variant="card"
        value={value === undefined ? '' : String(value)}
        onChange={option => onAnswer(field, Number(option), positions.indexOf(Number(option)) + 1)}
        options={positions.map((position, index) => ({
          value: String(position),
          label: options[position - 1],
          marker: index + 1,
          quiet: position === DONT_KNOW,
        }))}
      />
      {evidence}
    </div>
  )
}

type OpenQuestionProps = {
  question: Open
  value: AnswerValue | undefined
  refused: string | undefined
  onAnswer: (field: string, text: string) => void
  onLeave: () => void
}

/** Remaining characters from which the limit is shown. */
const NEAR_LIMIT = 500

/** One open question: optional, up to 5000 characters (`OPEN_ANSWER_MAX`). */
function OpenQuestion({ question, value, refused, onAnswer, onLeave }: OpenQuestionProps) {
  const [isTyped, setTyped] = useState(false)
  const stored = typeof value === 'string' ? value : ''
  const text = isTyped ? stored : (refused ?? stored)
  const length = lengthOf(readAnswerText(text))
  const left = OPEN_ANSWER_MAX - length
  return (
    <div id={question.field} data-question={question.field} className="scroll-mt-40">
      <TextArea
        label={question.text}
        optional
        name={question.field}
        placeholder={question.placeholder}
        rows={5}
        value={text}
        onChange={event => {
          setTyped(true)
          onAnswer(question.field, event.currentTarget.value)
        }}
        onBlur={onLeave}
        hint={
          left >= 0 && left <= NEAR_LIMIT
            ? `${inNumber(left, 'Queda', 'Quedan')} ${countOf(left, 'carácter', 'caracteres')}.`
            : undefined
        }
        error={left < 0 ? tooLongAnswer(length) : undefined}
      />
    </div>
  )
}
