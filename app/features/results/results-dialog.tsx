import { useEffect } from 'react'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import { EvalueeFacts, SectionAnswers } from './report-parts.tsx'
import {
  ANSWERS_ONLY,
  CONFIDENTIAL_RESULTS,
  FAILED_RESULTS,
  LOADING_RESULTS,
  NO_RESULTS,
  type ResultsAnswer,
  UNFINISHED_RESULTS,
} from './results.ts'

type ResultsDialogProps = { open: boolean; onClose: () => void; access: { id: string; name: string; email: string } }

/** A completed access' answers over the dashboard (specification 2, section 2); the page has levels and recommendations too. */
export function ResultsDialog({ open, onClose, access }: ResultsDialogProps) {
  const { data, load } = useFetcher<ResultsAnswer | null>()
  const address = `/account/results/${access.id}`
  useEffect(() => {
    void load(`${address}?${ANSWERS_ONLY}`)
  }, [load, address])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={`Resultados de ${access.name || access.email}`}
      footer={
        <DialogActions>
          <ButtonLink to={address}>Ver informe completo</ButtonLink>
        </DialogActions>
      }
    >
      <Content answer={data === null ? { state: 'failed' } : data} />
    </Dialog>
  )
}

function Content({ answer }: { answer: ResultsAnswer | undefined }) {
  switch (answer?.state) {
    case undefined:
      return <Spinner label={LOADING_RESULTS} className="py-16" />
    case 'empty':
    case 'missing':
      return <EmptyState title={NO_RESULTS.title}>{NO_RESULTS.description}</EmptyState>
    case 'confidential':
      return <EmptyState title={CONFIDENTIAL_RESULTS.title}>{CONFIDENTIAL_RESULTS.description}</EmptyState>
    case 'failed':
      return (
        <Alert tone="error" title={FAILED_RESULTS.title}>
          {FAILED_RESULTS.description}
        </Alert>
      )
    case 'unfinished':
      return (
        <div className="grid gap-8">
          <EvalueeFacts results={answer.results} />
          <EmptyState title={UNFINISHED_RESULTS.title}>{UNFINISHED_RESULTS.description}</EmptyState>
        </div>
      )
    case 'found':
      return (
        <section
          aria-label="Respuestas"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll a text that holds no control.
          tabIndex={0}
          className="grid gap-8 rounded-sm"
        >
          <EvalueeFacts results={answer.results} />
          {answer.results.report.sections.map(section => (
            <SectionAnswers key={section.id} section={section} level={3} />
          ))}
        </section>
      )
  }
}
