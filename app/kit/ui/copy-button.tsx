import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'

/** Milliseconds that the confirmation stays (specification 2, section 2). */
const CONFIRMED = 2000

type CopyButtonProps = {
  text: string
  label?: string | undefined
  copiedLabel?: string | undefined
  /** Icon alone; the label becomes the accessible name. */
  iconOnly?: boolean | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  onCopied?: (() => void) | undefined
  /**
   * Called when the clipboard is not available (no permission, no https): show the text so that it can be copied by
   * hand.
   */
  onFailed?: (() => void) | undefined
  className?: string | undefined
}

/** Copies a text and shows so for two seconds. */
export function CopyButton(props: CopyButtonProps) {
  const {
    text,
    label = 'Copiar',
    copiedLabel = 'Copiado',
    iconOnly,
    variant = 'secondary',
    size = props.iconOnly ? 'icon' : 'sm',
  } = props
  // Counts the copies, so that a second one restarts the two seconds.
  const [copies, setCopies] = useState(0)
  const copied = copies > 0
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), CONFIRMED)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      props.onFailed?.()
      return
    }
    setCopies(copies + 1)
    props.onCopied?.()
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-label={iconOnly ? label : undefined}
        onClick={copy}
        className={props.className}
      >
        <Icon aria-hidden="true" className={copied ? 'text-good' : undefined} />
        {!iconOnly && <span>{copied ? copiedLabel : label}</span>}
      </Button>
      <span role="status" className="sr-only">
        {copied && copiedLabel}
      </span>
    </>
  )
}
