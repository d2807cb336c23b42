import { type Answers, countAnswered, type FormSection } from '#app/features/questionnaires/questionnaire.ts'
import { partOf } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { chooseView, type QuestionView } from './question-view.ts'

type SectionMapProps = {
  open: boolean
  sections: readonly FormSection[]
  answers: Answers
  /** The section on screen, from 1. */
  current: number
  view: QuestionView
  onClose: () => void
  onGoTo: (section: number) => void
}

/** All sections with what is answered of each, to go to one of them; on a narrow screen also how questions are shown. */
export function SectionMap({ open, sections, answers, current, view, onClose, onGoTo }: SectionMapProps) {
  const other = view === 'one' ? 'list' : 'one'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Secciones"
      footer={
        <DialogActions>
          <Button
            variant="secondary"
            className="sm:hidden"
            onClick={() => {
              chooseView(other)
              onClose()
            }}
          >
            {other === 'list' ? 'Ver todas las preguntas de la sección' : 'Ver una pregunta a la vez'}
          </Button>
          <Button onClick={onClose}>Seguir respondiendo</Button>
        </DialogActions>
      }
    >
      <ol className="grid gap-1">
        {sections.map(({ id, title, description, questions }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-current={index + 1 === current ? 'step' : undefined}
              onClick={() => onGoTo(index + 1)}
              className="flex min-h-11 w-full items-start gap-3 rounded-md border border-transparent px-3 py-2.5 text-left hover:border-control aria-[current=step]:border-copper aria-[current=step]:bg-copper-soft"
            >
              <span className="w-5 flex-none tabular-nums">{`${index + 1}.`}</span>
              <span className="min-w-0 flex-1">
                <span className="block text-md font-medium">{title}</span>
                <span
                  className={classNames('mt-0.5 block text-muted text-sm', index + 1 !== current && 'max-sm:hidden')}
                >
                  {description}
                </span>
              </span>
              <span className="flex-none text-sm text-muted tabular-nums">
                {partOf(countAnswered(questions, answers), questions.length, 'pregunta', 'preguntas')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
