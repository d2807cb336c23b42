import { Badge } from '#app/ui/badge.tsx'
import { type AnsweredQuestion, questionBadge, type SectionReport } from './report.ts'

type SectionAnswersProps = { section: SectionReport; level: 3 | 4 }

/** The chosen option of each question with its level, and the open answers, of one section. */
export function SectionAnswers({ section, level }: SectionAnswersProps) {
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading className="text-lg">{section.title}</Heading>
      <ol className="mt-2 divide-y divide-line">
        {section.questions.map(question => (
          <Answer key={question.number} question={question} />
        ))}
      </ol>
      {section.open.length > 0 && (
        <dl className="divide-y divide-line border-t border-line">
          {section.open.map(({ field, text, answer }) => (
            <div key={field} className="break-inside-avoid py-4">
              <dt className="text-md font-medium">{text}</dt>
              {answer === null ? (
                <dd className="mt-1 text-md text-muted">Sin respuesta</dd>
              ) : (
                <dd className="mt-1 max-w-prose text-md wrap-anywhere whitespace-pre-line">{answer}</dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Answer({ question: { number, text, option, optionText } }: { question: AnsweredQuestion }) {
  const badge = questionBadge(option)
  return (
    <li className="grid break-inside-avoid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 py-4 sm:grid-cols-[1.75rem_minmax(0,1fr)_auto]">
      <span className="text-md text-muted tabular-nums">{number}.</span>
      <div>
        <p className="text-md font-medium">{text}</p>
        {optionText !== null && (
          <p className={`mt-1 max-w-prose text-md ${badge.unknown ? 'text-muted italic' : ''}`}>{optionText}</p>
        )}
      </div>
      <div className="max-sm:col-start-2 max-sm:mt-2 sm:pl-4">
        <Badge tone={badge.tone} className={badge.unknown ? 'text-muted! italic' : undefined}>
          {badge.label}
        </Badge>
      </div>
    </li>
  )
}
