import { type ReactNode, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'

type ConfirmedSubmitProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'aria-label' | 'aria-describedby' | 'className' | 'title' | 'pending' | 'children'
> & {
  /** Submitted as `intent`. */
  value: string
  question: string
  /** What is lost, and what stays. */
  consequence: ReactNode
  confirm: string
  /** 'danger' unless nothing is lost. */
  confirmVariant?: 'danger' | 'primary'
  /** Whether there is something to lose; called with the clicked button. */
  asks?: (button: HTMLButtonElement) => boolean
}

/** A submit button with a confirmation. Without scripts it submits at once. */
export function ConfirmedSubmit(props: ConfirmedSubmitProps) {
  const { value, question, consequence, confirm, confirmVariant = 'danger', asks = () => true, ...button } = props
  const [open, setOpen] = useState(false)
  const { state } = useNavigation()

  // The confirming button stays until its form is submitted, which may wait for a save.
  useEffect(() => {
    if (state !== 'idle') setOpen(false)
  }, [state])

  return (
    <>
      <Button
        {...button}
        type="submit"
        name="intent"
        value={value}
        aria-haspopup="dialog"
        onClick={event => {
          if (!asks(event.currentTarget)) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={question}
        footer={
          <DialogActions>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancelar
            </Button>
            <Button type="submit" name="intent" value={value} variant={confirmVariant}>
              {confirm}
            </Button>
          </DialogActions>
        }
      >
        {consequence}
      </Dialog>
    </>
  )
}
