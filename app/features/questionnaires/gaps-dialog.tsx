import { countOf } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import type { FormSection, Gap } from './questionnaire.ts'

type GapsDialogProps = {
  open: boolean
  gaps: readonly Gap[]
  sections: readonly FormSection[]
  pending: boolean
  onClose: () => void
  onGoTo: (gap: Gap) => void
  onFinish: () => void
}

/** Before finishing with gaps: which questions they are, one press away, and the choice to finish all the same (decision 23). */
export function GapsDialog({ open, gaps, sections, pending, onClose, onGoTo, onFinish }: GapsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="md"
      title={`Te ${gaps.length === 1 ? 'falta' : 'faltan'} ${countOf(gaps.length, 'pregunta', 'preguntas')}`}
      description="Puedes responderlas ahora o finalizar así. Después de finalizar no se puede cambiar nada."
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onFinish} pending={pending} pendingLabel="Finalizando…">
            Finalizar de todos modos
          </Button>
          <Button onClick={() => gaps[0] && onGoTo(gaps[0])} disabled={pending}>
            Responder la primera
          </Button>
        </DialogActions>
      }
    >
      <ul className="divide-y divide-line">
        {gaps.map(gap => (
          <li key={gap.question.field}>
            <a
              href={`#${gap.question.field}`}
              onClick={event => {
                event.preventDefault()
                onGoTo(gap)
              }}
              className="flex min-h-11 flex-col justify-center gap-0.5 rounded-sm py-2.5 hover:text-copper"
            >
              <span className="text-sm text-muted">
                Sección {gap.sectionIndex + 1}: {sections[gap.sectionIndex]?.title}
              </span>
              <span className="text-md font-medium underline decoration-line underline-offset-4">
                {gap.question.number}. {gap.question.text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
