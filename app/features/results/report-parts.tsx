import type { ReactNode } from 'react'
import type { Evidence } from '#app/features/questionnaires/evidence.ts'
import { partOf } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { LevelBar } from '#app/kit/ui/level-bar.tsx'
import { type AnsweredQuestion, questionBadge, type SectionReport } from './report.ts'
import { distanceText, type UnfinishedResults } from './results.ts'
import { setNote } from './targets/targets.ts'

/** Who answered, as far as it is known, how long it took, when it ended and how complete it is. */
export function EvalueeFacts({ results }: { results: UnfinishedResults }) {
  const { evaluee, report } = results
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10">
      <Fact label="Nombre">{evaluee.name}</Fact>
      <Fact label="Email">{evaluee.email}</Fact>
      {evaluee.position !== '' && <Fact label="Cargo">{evaluee.position}</Fact>}
      {evaluee.unit !== '' && <Fact label="Área de la organización">{evaluee.unit}</Fact>}
      {evaluee.company !== '' && <Fact label="Empresa">{evaluee.company}</Fact>}
      <Fact label="Duración">{results.duration}</Fact>
      <Fact label="Fecha">{results.date}</Fact>
      <Fact label="Completitud">
        <span>{`${report.completeness}%`}</span>
        <span className="block text-sm font-normal text-muted">
          {partOf(report.answered, report.total, 'pregunta', 'preguntas')}
        </span>
      </Fact>
      {evaluee.role !== '' && (
        <Fact
          label={results.about_data ? 'Rol respecto a los datos' : 'Rol respecto a lo que se evalúa'}
          className="col-span-2 sm:w-full"
        >
          <span className="font-normal whitespace-pre-line">{evaluee.role}</span>
        </Fact>
      )}
    </dl>
  )
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode }

const Fact = ({ label, className, children }: FactProps) => (
  <div className={classNames('min-w-0', className)}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

type Level = Pick<SectionReport, 'id' | 'title' | 'mean' | 'word' | 'tone' | 'target' | 'proposed' | 'distance'>

type SectionLevelsProps<Section> = {
  sections: readonly Section[]
  /** Further texts about a section; empty ones are left out. */
  notesOf: (section: Section) => readonly string[]
  /** What follows a section's texts. */
  below?: (section: Section) => Blocks
}

/** Each section's level with its word and colour, its target and how far that is. */
export function SectionLevels<Section extends Level>({ sections, notesOf, below }: SectionLevelsProps<Section>) {
  return (
    <ul className="grid gap-x-12 gap-y-7 md:grid-cols-2">
      {sections.map(section => (
        <li key={section.id} className="break-inside-avoid">
          <LevelBar
            label={section.title}
            level={section.mean}
            word={section.word}
            tone={section.tone}
            target={section.target}
            targetNote={setNote(section.proposed)}
          />
          <p className="text-sm text-muted tabular-nums">
            {[distanceText(section.distance), ...notesOf(section)].filter(Boolean).join(' · ')}
          </p>
          {below?.(section)}
        </li>
      ))}
    </ul>
  )
}

type SectionAnswersProps = { section: SectionReport; level: 3 | 4 }

/** The selected option of each question with its level, and the open answers, of one section. */
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

function Answer({ question: { number, text, option, optionText, evidence } }: { question: AnsweredQuestion }) {
  const badge = questionBadge(option)
  return (
    <li className="grid break-inside-avoid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 py-4 sm:grid-cols-[1.75rem_minmax(0,1fr)_auto]">
      <span className="text-md text-muted tabular-nums">{`${number}.`}</span>
      <div>
        <p className="text-md font-medium">{text}</p>
        {optionText !== null && (
          <p className={`mt-1 max-w-prose text-md ${badge.unknown ? 'text-muted italic' : ''}`}>{optionText}</p>
        )}
        {evidence && <GivenEvidence evidence={evidence} />}
      </div>
      <div className="max-sm:col-start-2 max-sm:mt-2 sm:pl-4">
        <Badge tone={badge.tone} className={badge.unknown ? 'text-muted! italic' : undefined}>
          {badge.label}
        </Badge>
      </div>
    </li>
  )
}

/** The note as it was written and the link with its host, which nothing fetches. */
function GivenEvidence({ evidence: { note, link } }: { evidence: Evidence }) {
  return (
    <div className="mt-2 max-w-prose border-l-2 border-line pl-4 text-md wrap-anywhere">
      <p className="text-sm text-muted">Evidencia</p>
      {note !== null && <p className="whitespace-pre-line">{note}</p>}
      {link && (
        <p>
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-copper-strong underline underline-offset-4"
          >
            {`Abrir en ${link.host}`}
          </a>
        </p>
      )}
    </div>
  )
}
