import { useId } from 'react'
import { useAccessFields } from '#app/features/questionnaires/access-form.tsx'
import type { RespondAnswer } from '#app/features/questionnaires/respond-texts.ts'
import { useOnAnswer } from '#app/kit/forms/on-answer.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'

type ReentryDialogProps = { open: boolean; runId: string; onClose: () => void; onOpened: () => void }

/** Asks for e-mail and code in a dialog: the answers stay on the page, also where the browser has no storage. */
export function ReentryDialog({ open, runId, onClose, onOpened }: ReentryDialogProps) {
  const fetcher = useFetcher<RespondAnswer>()
  const answer = fetcher.data?.form === 'access' ? fetcher.data : undefined
  const { ref, controls } = useAccessFields(answer)
  const formId = useId()
  const pending = fetcher.state !== 'idle'

  useOnAnswer(answer, ({ opened }) => opened && onOpened())

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="sm"
      title="Vuelve a entrar"
      description="Con el correo y el código de tu invitación. Tus respuestas siguen en esta página."
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={pending}>
            Ahora no
          </Button>
          <Button type="submit" form={formId} pending={pending} pendingLabel="Verificando...">
            Acceder al Assessment
          </Button>
        </DialogActions>
      }
    >
      <fetcher.Form id={formId} ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="access" />
        <input type="hidden" name="run_id" value={runId} />
        {controls}
      </fetcher.Form>
    </Dialog>
  )
}
