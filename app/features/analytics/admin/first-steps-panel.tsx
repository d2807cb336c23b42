import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import type { FirstStep } from '#app/features/analytics/first-steps.ts'
import { partOf } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'

type FirstStepsProps = { steps: readonly FirstStep[]; onHide: () => void }

/** What is left until the shop can sell, each with a link to where it is done. */
export function FirstSteps({ steps, onHide }: FirstStepsProps) {
  const done = steps.filter(step => step.done).length
  const progress = partOf(done, steps.length, 'paso', 'pasos')
  return (
    <Panel
      title="Primeros pasos"
      description={progress}
      padding="flush"
      actions={
        <Button variant="ghost" size="sm" className="hidden scripted:inline-flex" onClick={onHide}>
          Ocultar
        </Button>
      }
      className="mb-8"
    >
      <ProgressBar
        label="Avance de los primeros pasos"
        value={done}
        max={steps.length}
        valueText={progress}
        className="mx-5 mb-2 sm:mx-6"
      />
      <ol className="grid pb-2 md:grid-cols-2">
        {steps.map(step => (
          <li key={step.key}>
            <Link
              to={step.to}
              className="flex min-h-14 items-center gap-3 px-5 py-2 text-md hover:bg-ink/4 focus-visible:-outline-offset-2 sm:px-6"
            >
              <span
                aria-hidden="true"
                className={classNames(
                  'flex size-6 flex-none items-center justify-center rounded-full border',
                  step.done ? 'border-good bg-good text-surface' : 'border-control',
                )}
              >
                {step.done && <Check className="size-4" />}
              </span>
              <span className="min-w-0 flex-1">
                <span className={classNames('block', step.done ? 'text-muted' : 'font-medium')}>
                  <span>{step.label}</span>
                  {step.done && <span className="sr-only"> (hecho)</span>}
                </span>
                {!step.done && <span className="block text-sm text-muted">{step.hint}</span>}
              </span>
              {!step.done && <ChevronRight aria-hidden="true" className="size-5 flex-none text-muted" />}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
