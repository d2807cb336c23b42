import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useState } from 'react'
import type { SaveStatus } from '#app/features/questionnaires/respond-texts.ts'
import { SAVE_STATUS } from '#app/features/questionnaires/respond-texts.ts'
import { formatClock, partOf } from '#app/kernel/format.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'

/**
 * mm:ss since the start, ticking every second. It starts from the server's figure, so the browser's clock may be wrong.
 */
function ElapsedTimer({ initial }: { initial: number }) {
  const [seconds, setSeconds] = useState(initial)
  useEffect(() => {
    const mounted = Date.now()
    const tick = setInterval(() => setSeconds(initial + Math.max(0, Math.floor((Date.now() - mounted) / 1000))), 1000)
    return () => clearInterval(tick)
  }, [initial])
  return (
    <span role="timer" aria-label="Tiempo transcurrido" className="text-right font-medium tabular-nums">
      {formatClock(seconds)}
    </span>
  )
}

const icon = 'size-[1.1em] flex-none'
const alarm = { look: 'text-poor-ink', icon: <CircleAlert aria-hidden="true" className={icon} /> }
const STYLES: Record<SaveStatus, { look: string; icon: Blocks }> = {
  saved: { look: 'text-good-ink', icon: <Check aria-hidden="true" className={icon} /> },
  saving: { look: 'text-muted', icon: <Spinner /> },
  offline: { look: 'text-fair-ink', icon: <CloudOff aria-hidden="true" className={icon} /> },
  refused: alarm,
  denied: alarm,
  expired: alarm,
  closed: alarm,
}

/** The state of saving, in words. Always visible (spec D24). */
function SaveState({ status }: { status: SaveStatus }) {
  const { look, icon: sign } = STYLES[status]
  return (
    <p role="status" aria-live="polite" className={classNames('flex items-center gap-1.5 text-sm font-medium', look)}>
      {sign}
      <span>{SAVE_STATUS[status]}</span>
    </p>
  )
}

type AssessmentHeaderProps = {
  title: string
  /** Worked before this page was opened. */
  activeSeconds: number
  status: SaveStatus
  /** From 1. */
  section: number
  sections: number
  question: number
  questionsInSection: number
  answered: number
  questions: number
  percent: number
  /** What is left, by the person's own pace. */
  minutes?: number | undefined
  /** Shows all sections; without it their number is text. */
  onMap?: () => void
  /** A problem with saving. */
  trouble: Blocks
}

/** The sticky header, unless it would fill a low screen: time, saving and progress (specification 2, section 2). */
export function AssessmentHeader(props: AssessmentHeaderProps) {
  const { title, activeSeconds, status, section, sections, percent, minutes } = props
  const sectionText = `Sección ${section} de ${sections}`
  return (
    <header className="answering top-0 z-10 border-b [@media(min-height:30rem)]:sticky border-line bg-paper">
      <div className="mx-auto max-w-3xl px-4 pt-3 pb-3 sm:px-6">
        {/* On phones the state has its own line, so that a longer text does not shift the layout. */}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
          <h1 className="truncate text-base font-semibold tracking-normal sm:text-lg">{title}</h1>
          <div className="max-sm:order-1">
            <SaveState status={status} />
          </div>
          <p className="text-muted text-sm tabular-nums max-sm:order-2 max-sm:text-right">
            {minutes !== undefined && (minutes === 1 ? 'Queda 1 min' : `Quedan unos ${minutes} min`)}
          </p>
          <ElapsedTimer initial={activeSeconds} />
        </div>
        <ProgressBar
          className="mt-2.5"
          label="Avance de la evaluación"
          value={percent}
          valueText={partOf(props.answered, props.questions, 'pregunta', 'preguntas')}
        />
        <div className="mt-1.5 flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular-nums sm:text-sm">
          {props.onMap ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={props.onMap}
              className="-my-1 py-1 underline decoration-dotted decoration-line underline-offset-4 hover:text-copper"
            >
              {sectionText}
            </button>
          ) : (
            <p>{sectionText}</p>
          )}
          <p>{`Pregunta ${props.question} de ${props.questionsInSection} en esta sección`}</p>
          <p className="font-medium text-ink">{`${percent}%`}</p>
        </div>
        {props.trouble}
      </div>
    </header>
  )
}
