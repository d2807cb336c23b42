import type { Blocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'

/** Confirms leaving unsaved input. */
export const LeaveDialog = ({ blocker }: { blocker: Blocker }) => (
  <Dialog
    open={blocker.state === 'blocked'}
    onClose={() => blocker.reset?.()}
    title="Tienes cambios sin guardar"
    footer={
      <DialogActions>
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Salir sin guardar
        </Button>
        <Button onClick={() => blocker.reset?.()}>Seguir editando</Button>
      </DialogActions>
    }
  >
    Si sales ahora, lo que escribiste se pierde.
  </Dialog>
)
