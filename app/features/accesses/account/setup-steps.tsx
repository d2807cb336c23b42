import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId } from 'react'
import type { SampleInvitation } from '#app/features/accesses/invitations/sample-invitation.server.ts'
import { setupPath } from '#app/features/accesses/invitations/setup.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { classNames } from '#app/kit/ui/class-names.ts'

type SetupStepProps = {
  number: number
  title: string
  /** What was chosen, in place of the folded content. */
  summary: string
  done: boolean
  open: boolean
  children: Blocks
}

/**
 * A step of the setup: native `<details>`, so that it opens without scripts, and what is folded stays in the form. `open` says how it begins, and
 * again when that changes; in between it is as whoever reads it left it.
 */
export function SetupStep({ number, title, summary, done, open, children }: SetupStepProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <details open={open} className="group/step rounded-lg border border-line bg-surface">
        <summary className="flex min-h-13 cursor-pointer list-none items-start gap-4 rounded-lg px-5 py-4 hover:text-copper sm:px-6 [&::-webkit-details-marker]:hidden">
          <span
            aria-hidden="true"
            className={classNames(
              'flex size-8 flex-none items-center justify-center rounded-full text-md font-semibold tabular-nums',
              done ? 'bg-good-soft text-good-ink' : 'bg-copper-soft text-copper-strong',
            )}
          >
            {done ? <Check className="size-4.5" /> : number}
          </span>
          <span className="min-w-0 flex-1 pt-0.5">
            <h2 id={id} className="text-lg">
              {title}
            </h2>
            <span className="mt-0.5 block text-md text-pretty text-muted group-open/step:hidden">{summary}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="mt-1.5 size-5 flex-none text-muted transition-transform duration-200 group-open/step:rotate-180"
          />
        </summary>
        <div className="px-5 pt-1 pb-6 sm:px-6">{children}</div>
      </details>
    </section>
  )
}

type FoldProps = { title: string; summary: string; open: boolean; children: Blocks }

/** What most people leave as it is, inside of a step. */
export const Fold = ({ title, summary, open, children }: FoldProps) => (
  <details open={open} className="group/fold border-y border-line">
    <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 rounded-sm py-3 hover:text-copper [&::-webkit-details-marker]:hidden">
      <span className="min-w-0">
        <span className="font-medium">{title}</span>
        <span className="block text-md text-muted">{summary}</span>
      </span>
      <ChevronDown
        aria-hidden="true"
        className="size-5 flex-none text-muted transition-transform duration-200 group-open/fold:rotate-180"
      />
    </summary>
    <div className="pt-1 pb-5">{children}</div>
  </details>
)

/** What decides the mail's text: who sees answers, and until which day people are asked to answer, or none. */
type MailChoice = { mode: string; due: string }

type MailPreviewProps = {
  itemId: string
  draftId: string | undefined
  /** The mail of what is stored. */
  mail: SampleInvitation
  stored: MailChoice
  chosen: MailChoice
}

/** The mail that people get, as what is chosen in the page makes it. It can neither run scripts nor lead anywhere. */
export function MailPreview({ itemId, draftId, mail, stored, chosen: { mode, due } }: MailPreviewProps) {
  const { load, data } = useFetcher<{ mail: SampleInvitation }>()
  const isStored = mode === stored.mode && due === stored.due
  useEffect(() => {
    if (isStored) return
    const more = new URLSearchParams({ ...(draftId !== undefined && { lista: draftId }), modo: mode, fecha: due })
    void load(`${setupPath(itemId)}?${more}`)
  }, [isStored, load, itemId, draftId, mode, due])
  const { subject, html } = isStored ? mail : (data?.mail ?? mail)
  return (
    <div>
      <p className="text-md">
        <span className="text-muted">Asunto:</span> <span className="font-medium wrap-anywhere">{subject}</span>
      </p>
      <iframe
        title="Correo que recibe cada persona"
        sandbox=""
        srcDoc={html}
        className="mt-3 h-104 w-full rounded-md border border-line bg-surface"
      />
    </div>
  )
}
