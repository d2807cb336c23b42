import { whatsAppLink } from '#app/features/accesses/dashboard/participants.ts'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { notify } from '#app/kit/ui/toast.ts'

type CopyFieldProps = {
  label: string
  text: string
  copyLabel: string
  /** Toast after copying, and when the clipboard refuses (specification 2, section 8). */
  copied: string
  failed: string
  /** A multi-line text; otherwise one line in a monospaced font. */
  long?: boolean | undefined
}

/** A text with a copy button. */
export function CopyField({ label, text, copyLabel, copied, failed, long }: CopyFieldProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span className="text-md font-medium">{label}</span>
        <CopyButton
          text={text}
          label={copyLabel}
          onCopied={() => notify({ title: copied, tone: 'success' })}
          onFailed={() =>
            notify({ title: failed, description: 'Selecciona el texto y cópialo a mano.', tone: 'error' })
          }
        />
      </div>
      <p
        className={`rounded-md bg-sunken px-3.5 py-2.5 select-all ${long ? 'text-md whitespace-pre-line' : 'font-mono text-md break-all'}`}
      >
        {text}
      </p>
    </div>
  )
}

/** Opens WhatsApp with an invitation's text; the recipient is selected there. */
export const WhatsAppLink = ({ message }: { message: string }) => (
  <a
    href={whatsAppLink(message)}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center justify-self-start text-copper underline underline-offset-4"
  >
    Compartir por WhatsApp
  </a>
)
