export type ToastTone = 'info' | 'success' | 'error'
export type Toast = {
  readonly id: number
  readonly title: string
  readonly description?: string | undefined
  readonly tone: ToastTone
}

let current: Toast | null = null
let count = 0
let outlets: readonly string[] = []
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Shows one short message, replacing the previous one. Browser only: call it from handlers and effects. */
export function notify({
  title,
  description,
  tone = 'info',
}: Omit<Toast, 'id' | 'tone'> & { tone?: ToastTone | undefined }) {
  count += 1
  current = { id: count, title, description, tone }
  tell()
}

/** Removes the message; with an `id`, only if that one is still shown. */
export function dismissToast(id?: number) {
  if (id !== undefined && current?.id !== id) return
  current = null
  tell()
}

/** For the outlets (toaster.tsx): the latest one mounted shows the message, so that it is not inert behind a modal. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: (): Toast | null => current,
  top: (): string | undefined => outlets.at(-1),
  enter(outlet: string) {
    outlets = [...outlets, outlet]
    tell()
    return () => {
      outlets = outlets.filter(other => other !== outlet)
      tell()
    }
  },
}
