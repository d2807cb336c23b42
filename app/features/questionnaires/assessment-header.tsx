import type { ReactNode } from 'react'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { SaveStatus } from './autosave-queue.ts'
import { ElapsedTimer } from './elapsed-timer.tsx'
import { SaveState } from './save-state.tsx'

type AssessmentHeaderProps = {
  title: string
  elapsedSeconds: number
  status: SaveStatus
  /** From 1. */
  section: number
  sections: number
  question: number
  questionsInSection: number
  answered: number
  questions: number
  percent: number
  /** What stands in the way of saving. */
  trouble: ReactNode
}

/** What stays in sight while answering, unless it would fill a low screen: time, saving and progress (specification 2, section 2). */
export function AssessmentHeader(props: AssessmentHeaderProps) {
  const { title, elapsedSeconds, status, section, sections, percent } = props
  return (
    <header className="top-0 z-10 border-b [@media(min-height:30rem)]:sticky border-line bg-paper">
      <div className="mx-auto max-w-3xl px-4 pt-3 pb-3 sm:px-6">
        {/* On phones the state has a line of its own, so that a longer one moves nothing. */}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <h1 className="truncate text-base font-semibold tracking-normal sm:text-lg">{title}</h1>
          <div className="max-sm:order-last max-sm:col-span-2">
            <SaveState status={status} />
          </div>
          <ElapsedTimer initial={elapsedSeconds} />
        </div>
        <ProgressBar
          className="mt-2.5"
          label="Avance de la evaluación"
          value={percent}
          valueText={`${props.answered} de ${props.questions} preguntas`}
        />
        <div className="mt-1.5 flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular-nums sm:text-sm">
          <p>
            Sección {section} de {sections}
          </p>
          <p>
            Pregunta {props.question} de {props.questionsInSection} en esta sección
          </p>
          <p className="font-medium text-ink">{percent}%</p>
        </div>
        {props.trouble}
      </div>
    </header>
  )
}
