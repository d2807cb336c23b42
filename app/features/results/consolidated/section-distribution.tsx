import ChevronDown from 'lucide-react/icons/chevron-down'
import { levelTone } from '#app/features/results/level-tone.ts'
import { QuestionThemes } from '#app/features/results/themes/question-themes.tsx'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { toneFill } from '#app/kit/ui/tone.ts'
import { agreementText } from './agreement.ts'
import type { ConsolidatedQuestion, ConsolidatedSection, OptionShare } from './consolidated.ts'
import { evidenceText } from './evidence-counts.ts'

type Props = { section: ConsolidatedSection; confidential: boolean }

/** One area's questions with how many people chose what, to unfold; everything that is shown is there on paper. */
export function SectionDistribution({ section, confidential }: Props) {
  return (
    <details className="group py-1">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-4 rounded-sm py-2 text-md font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{section.title}</span>
        <span className="font-medium tabular-nums">{formatLevel(section.mean)}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="grid gap-8 pt-3 pb-6">
        {section.questions.map(question => (
          <Question key={question.field} question={question} confidential={confidential} />
        ))}
        {section.open.map(({ field, text, answers, total, themes }) => (
          <div key={field}>
            <h3 className="text-md font-medium">{text}</h3>
            <QuestionThemes themes={themes} total={total} />
            {answers.length === 0 ? (
              <p className="mt-1 text-md text-muted">
                {confidential ? 'Se muestran cuando responden 8 o más personas distintas.' : 'Sin respuestas'}
              </p>
            ) : (
              <ul className="mt-2 grid gap-2">
                {answers.map((answer, index) => (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id on purpose, and may be equal.
                    key={index}
                    className="max-w-prose border-l-2 border-line pl-4 text-md wrap-anywhere whitespace-pre-line"
                  >
                    {answer}
                  </li>
                ))}
              </ul>
            )}
            {total > answers.length && (
              <p className="mt-2 text-md text-muted">
                {`Y ${countOf(total - answers.length, 'respuesta más', 'respuestas más')}, en la planilla de datos.`}
              </p>
            )}
          </div>
        ))}
      </div>
    </details>
  )
}

function Question({ question, confidential }: { question: ConsolidatedQuestion; confidential: boolean }) {
  const { number, text, mean, agreement, evidence, distribution } = question
  return (
    <div className="break-inside-avoid">
      <h3 className="text-md font-medium">
        <span className="text-muted tabular-nums">{`${number}.`}</span> <span>{text}</span>
      </h3>
      <p className="text-sm text-muted tabular-nums">
        {[
          mean === null ? (confidential ? 'Sin detalle' : 'Sin nivel que mostrar') : `Promedio ${formatLevel(mean)}`,
          ...(agreement === null ? [] : [agreementText(agreement)]),
          ...(evidence === null ? [] : [evidenceText(evidence)]),
        ].join(' · ')}
      </p>
      {distribution.length > 0 && (
        <table className="mt-2 w-full border-collapse text-md">
          <caption className="sr-only">{`Pregunta ${number}: personas por opción`}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Opción</th>
              <th scope="col">Personas</th>
            </tr>
          </thead>
          <tbody>
            {distribution.map(share => (
              <Option key={share.option ?? 'none'} share={share} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Option({ share: { option, text, people, share } }: { share: OptionShare }) {
  const level = option !== null && option <= 5 ? option : null
  return (
    <tr className="align-top">
      <th scope="row" className={`py-1.5 pr-4 text-left font-normal ${level === null ? 'text-muted italic' : ''}`}>
        {level !== null && <span className="font-medium tabular-nums">{`Nivel ${level}: `}</span>}
        <span>{text}</span>
        <span aria-hidden="true" data-exact-colour className="mt-1 block h-1.5 overflow-hidden rounded-sm bg-line">
          <span
            className={`block h-full ${level === null ? 'bg-muted' : toneFill[levelTone(level)]}`}
            style={{ width: `${share}%` }}
          />
        </span>
      </th>
      <td className="w-28 py-1.5 text-right whitespace-nowrap tabular-nums">
        <span>{formatInteger(people)}</span> <span className="text-muted">{`· ${share}%`}</span>
      </td>
    </tr>
  )
}
