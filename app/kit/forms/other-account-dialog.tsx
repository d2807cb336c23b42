import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { otherAccountTexts } from './other-account-texts.ts'

/** Says whose session it is now and how to save what was typed, which stays on the page behind. */
export default function OtherAccountDialog({ email, onClose }: { email: string | null; onClose: () => void }) {
  const { title, reason, way, logIn, discard } = otherAccountTexts(email)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={() => location.reload()}>
            {discard}
          </Button>
          <ButtonLink to={logIn.to} target="_blank" rel="noreferrer">
            {logIn.label}
          </ButtonLink>
        </DialogActions>
      }
    >
      <p className="wrap-anywhere">{reason}</p>
      <p className="mt-3">{way}</p>
    </Dialog>
  )
}
