import { useEffect } from 'react'
import type { DashboardAccess } from '#app/features/accesses/accesses.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import type { RunAnswer } from './dashboard.ts'
import { useNotice } from './dashboard.ts'

type FinishDialogProps = {
  open: boolean
  onClose: () => void
  access: Pick<DashboardAccess, 'id' | 'own' | 'name' | 'email' | 'progress'>
}

/** Confirms 'Terminar', which closes a run for good (spec D19). */
export function FinishDialog({ open, onClose, access }: FinishDialogProps) {
  const fetcher = useFetcher<RunAnswer>()
  const answer = fetcher.data
  useNotice(answer)
  useEffect(() => {
    if (answer) onClose()
  }, [answer, onClose])
  const who = access.own ? 'tu assessment' : `el assessment de ${access.name || access.email}`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={fetcher.state !== 'idle'}
      title={`¿Terminar ${who}?`}
      footer={
        <fetcher.Form method="post" action="/account/dashboard">
          <input type="hidden" name="intent" value="finish" />
          <input type="hidden" name="accessId" value={access.id} />
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" variant="danger" pending={fetcher.state !== 'idle'} pendingLabel="Terminando…">
              Terminar
            </Button>
          </DialogActions>
        </fetcher.Form>
      }
    >
      <p>
        {`Se cerrará con las respuestas guardadas hasta ahora (${access.progress}% de avance)${access.own ? ' y no podrás continuarlo.' : ' y esa persona no podrá continuarlo.'} No se puede deshacer.`}
      </p>
      {!access.own && (
        <p className="mt-3 text-muted">
          Quedará registrado que lo cerraste tú, y así lo verá quien lea los resultados.
        </p>
      )}
    </Dialog>
  )
}
