import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import { LOG_IN_AS_OTHER, otherAccountTexts } from './other-account-texts.ts'

/** Says whose session it is now and how to save what was typed, which stays on the page behind. */
export default function OtherAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { title, reason, way } = otherAccountTexts(email)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={() => location.reload()}>
            Descartarlo y seguir con esa cuenta
          </Button>
          <ButtonLink to={LOG_IN_AS_OTHER} target="_blank" rel="noreferrer">
            Iniciar sesión con la otra
          </ButtonLink>
        </DialogActions>
      }
    >
      <p className="wrap-anywhere">{reason}</p>
      <p className="mt-3">{way}</p>
    </Dialog>
  )
}
