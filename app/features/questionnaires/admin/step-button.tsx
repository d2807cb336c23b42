import type ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'

type StepProps = { intent: string; label: string; Icon: typeof ArrowUp; disabled?: boolean | undefined }

/** A button that changes the structure of the draft, after saving what is typed. */
export function Step({ intent, label, Icon, disabled }: StepProps) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      disabled={disabled}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

type RemoveStepProps = {
  intent: string
  label: string
  consequence: string
  asks?: (button: HTMLButtonElement) => boolean
}

/** The step that removes something, after confirmation. */
export const RemoveStep = ({ intent, label, consequence, ...requested }: RemoveStepProps) => (
  <ConfirmedSubmit
    {...requested}
    value={intent}
    variant="ghost"
    size="icon-sm"
    aria-label={label}
    title={label}
    question={`¿${label}?`}
    consequence={consequence}
    confirm="Quitar"
  >
    <Trash2 aria-hidden="true" />
  </ConfirmedSubmit>
)
