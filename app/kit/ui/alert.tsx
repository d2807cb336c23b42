import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type AlertTone = 'info' | 'success' | 'warning' | 'error'

const tones = {
  info: { Icon: Info, look: 'bg-ink/5', icon: 'text-muted' },
  success: { Icon: CircleCheck, look: 'bg-good-soft', icon: 'text-good' },
  warning: { Icon: TriangleAlert, look: 'bg-fair-soft', icon: 'text-fair' },
  error: { Icon: CircleAlert, look: 'bg-poor-soft', icon: 'text-poor' },
} as const

type AlertProps = {
  tone?: AlertTone | undefined
  title?: ReactNode
  actions?: ReactNode
  className?: string | undefined
  children?: ReactNode
}

/**
 * A message in the flow of the page. An error interrupts (`role=alert`); the others are announced politely
 * (`role=status`).
 */
export function Alert({ tone = 'info', title, actions, className, children }: AlertProps) {
  const { Icon, look, icon } = tones[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-md px-4 py-3.5 text-md text-ink', look, className)}
    >
      <Icon aria-hidden="true" className={classNames('mt-[0.1em] size-[1.2em] flex-none', icon)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
