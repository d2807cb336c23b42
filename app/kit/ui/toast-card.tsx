import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dismissToast, type Toast, type ToastTone } from './toast.ts'
import { keepInPlace } from './toast-place.ts'

/** Milliseconds on screen; errors stay longer. Hover and focus stop the clock. */
const STAY: Record<ToastTone, number> = { info: 6000, success: 6000, error: 12000 }

const icons = { info: Info, success: CircleCheck, error: CircleAlert } as const

/** One message with its button. Comes with the first message: most visits see none. */
export function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  useLayoutEffect(() => {
    if (!card.current) return
    card.current.showPopover()
    return keepInPlace(card.current, toast, () => dismissToast(toast.id))
  }, [toast])
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), STAY[toast.tone])
    return () => clearTimeout(timer)
  }, [held, toast])
  const Icon = icons[toast.tone]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; this is a message with its button.
    <div
      ref={card}
      popover="manual"
      role="group"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-tone={toast.tone}
      className="toast"
    >
      <div className="flex items-start gap-3 py-2 pr-2 pl-4">
        <Icon aria-hidden="true" className="mt-3 size-[1.125rem] flex-none" />
        <div className="min-w-0 flex-1 py-2.5 text-md">
          <p className="font-semibold">{toast.title}</p>
          {toast.description !== undefined && <p className="mt-0.5 opacity-85">{toast.description}</p>}
        </div>
        <button
          type="button"
          aria-label="Descartar mensaje"
          onClick={() => dismissToast(toast.id)}
          className="flex size-11 flex-none items-center justify-center rounded-md hover:bg-current/12 focus-visible:outline-current"
        >
          <X aria-hidden="true" className="size-[1.125rem]" />
        </button>
      </div>
    </div>
  )
}
