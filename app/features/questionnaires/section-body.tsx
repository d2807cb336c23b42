import type { ReactNode, RefObject } from 'react'
import { ClosedQuestion } from './closed-question.tsx'
import { OpenQuestion } from './open-question.tsx'
import type { Answers, AnswerValue, FormSection } from './questionnaire.ts'
import { chooseByKey } from './section-keys.ts'

type SectionBodyProps = {
  section: FormSection
  heading: RefObject<HTMLHeadingElement | null>
  /** Between the section's card and its questions. */
  lead: ReactNode
  answers: Answers
  onAnswer: (field: string, value: AnswerValue) => void
  onLeave: () => void
  /** The question that has the focus. */
  onFocus: (field: string | undefined) => void
}

/** The section's card, its closed questions and 'Preguntas Abiertas'. */
export function SectionBody({ section, heading, lead, answers, onAnswer, onLeave, onFocus }: SectionBodyProps) {
  const block = 'rounded-lg border border-line bg-surface p-5 sm:p-7'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the radios inside; this only hears them
    <div
      onKeyDown={event => chooseByKey(event, onAnswer)}
      onFocus={event => onFocus(event.target.closest<HTMLElement>('[data-question]')?.dataset.question)}
      className="grid gap-8"
    >
      <div className="flex items-start gap-4 sm:gap-5">
        <span aria-hidden="true" className="text-4xl leading-none sm:text-5xl">
          {section.emoji}
        </span>
        <div className="min-w-0">
          <p className="text-sm font-medium text-copper">Sección {section.id}</p>
          <h2 ref={heading} tabIndex={-1} className="mt-0.5 text-xl sm:text-2xl">
            {section.title}
          </h2>
          <p className="mt-2 text-pretty text-muted">{section.description}</p>
          <p className="mt-3 hidden text-sm text-muted pointer-fine:block">
            Con una pregunta seleccionada, las teclas 1 a 6 eligen una opción y pasan a la siguiente.
          </p>
        </div>
      </div>
      {lead}
      {section.questions.map(question => (
        <div key={question.field} className={block}>
          <ClosedQuestion question={question} value={answers[question.field]} onAnswer={onAnswer} />
        </div>
      ))}
      {section.openQuestions.length > 0 && (
        <section aria-labelledby="preguntas-abiertas" className={block}>
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
