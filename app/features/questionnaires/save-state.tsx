import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudOff from 'lucide-react/icons/cloud-off'
import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import type { SaveStatus } from './autosave-queue.ts'
import { SAVE_STATUS } from './respond-texts.ts'

const icon = 'size-[1.1em] flex-none'
const alarm = { look: 'text-poor-ink', icon: <CircleAlert aria-hidden="true" className={icon} /> }
const looks: Record<SaveStatus, { look: string; icon: ReactNode }> = {
  saved: { look: 'text-good-ink', icon: <Check aria-hidden="true" className={icon} /> },
  saving: { look: 'text-muted', icon: <Spinner /> },
  offline: { look: 'text-fair-ink', icon: <CloudOff aria-hidden="true" className={icon} /> },
  refused: alarm,
  denied: alarm,
  expired: alarm,
  closed: alarm,
}

/** Whether what was answered is safe, in words. Always visible (decision 24). */
export function SaveState({ status }: { status: SaveStatus }) {
  const { look, icon: sign } = looks[status]
  return (
    <p role="status" aria-live="polite" className={classNames('flex items-center gap-1.5 text-sm font-medium', look)}>
      {sign}
      {SAVE_STATUS[status]}
    </p>
  )
}
