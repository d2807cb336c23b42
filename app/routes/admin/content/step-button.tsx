import type ArrowUp from 'lucide-react/icons/arrow-up'
import { Button } from '#app/ui/button.tsx'

type StepProps = { intent: string; label: string; Icon: typeof ArrowUp; disabled?: boolean | undefined }

/** A button that changes the form of the draft, after saving what is typed. */
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
