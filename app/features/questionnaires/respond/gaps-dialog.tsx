import type { FormSection, Gap } from '#app/features/questionnaires/questionnaire.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'

type GapsDialogProps = {
  open: boolean
  gaps: readonly Gap[]
  sections: readonly FormSection[]
  pending: boolean
  onClose: () => void
  onGoTo: (gap: Gap) => void
  onFinish: () => void
}

/**
 * Shown before finishing with gaps: links to the open questions, and the choice to finish all the same (spec D23).
 */
export function GapsDialog({ open, gaps, sections, pending, onClose, onGoTo, onFinish }: GapsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="md"
      title={`Te ${inNumber(gaps.length, 'falta', 'faltan')} ${countOf(gaps.length, 'pregunta', 'preguntas')}`}
      description={`Puedes ${inNumber(gaps.length, 'responderla', 'responderlas')} ahora o finalizar así. Después de finalizar no se puede cambiar nada.`}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onFinish} pending={pending} pendingLabel="Finalizando…">
            Finalizar de todos modos
          </Button>
          <Button onClick={() => gaps[0] && onGoTo(gaps[0])} disabled={pending}>
            {inNumber(gaps.length, 'Responderla', 'Responder la primera')}
          </Button>
        </DialogActions>
      }
    >
      {sections.map((section, sectionIndex) => {
        const missing = gaps.filter(gap => gap.sectionIndex === sectionIndex)
        if (missing.length === 0) return null
        return (
          <section key={section.id} className="not-first:mt-5">
            <h3 className="text-sm font-medium tracking-normal text-copper">
              {`Sección ${section.id}: ${section.title}`}
            </h3>
            <ul className="mt-1">
              {missing.map(gap => (
                <li key={gap.question.field}>
                  <button
                    type="button"
                    onClick={() => onGoTo(gap)}
                    className="flex min-h-11 w-full items-center rounded-sm py-1.5 text-left text-md underline decoration-line underline-offset-4 hover:text-copper"
                  >
                    {`${gap.question.number}. ${gap.question.text}`}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Dialog>
  )
}
