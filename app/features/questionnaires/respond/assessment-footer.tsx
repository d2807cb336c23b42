import { Button } from '#app/kit/ui/button.tsx'
import type { Tapped } from './use-turning.ts'

type AssessmentFooterProps = {
  section: number
  sections: number
  /** Whether there is nothing before what is shown, and whether it is the end. */
  first: boolean
  last: boolean
  pending: boolean
  /** The tap that moved on to what is shown, while it can be undone. */
  tapped: Tapped | undefined
  onUndo: (tapped: Tapped) => void
}

/** On one line, also 'Finalizar Evaluación' on a phone. */
const NARROW = 'whitespace-nowrap max-sm:px-3.5'

/** The way back and on. On a narrow screen it stays at the lower edge. */
export function AssessmentFooter({ section, sections, first, last, pending, tapped, onUndo }: AssessmentFooterProps) {
  return (
    <footer className="answering-footer flex items-center justify-between gap-2 border-line border-t pt-6 sm:gap-3">
      <Button type="submit" name="to" value="-1" variant="secondary" disabled={first} className={NARROW}>
        Anterior
      </Button>
      <div role="status" className="text-center text-muted text-sm tabular-nums">
        {tapped ? (
          <Button
            variant="link"
            size="sm"
            onClick={() => onUndo(tapped)}
            aria-label={`Deshacer: elegiste la opción ${tapped.place}`}
          >
            Deshacer
          </Button>
        ) : (
          <p className="text-balance max-sm:text-xs">{`Sección ${section} de ${sections}`}</p>
        )}
      </div>
      <Button type="submit" name="to" value="1" pending={pending} pendingLabel="Finalizando…" className={NARROW}>
        {last ? 'Finalizar Evaluación' : 'Siguiente'}
      </Button>
    </footer>
  )
}
