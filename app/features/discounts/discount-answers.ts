import type { ToastTone } from '#app/ui/toast.ts'
import type { DiscountFormField } from './discount-fields.ts'

type Notice = { title: string; description?: string; tone: ToastTone }

/** What the forms of the screen answer. */
export type DiscountAnswer =
  | { ok: true; notice: Notice }
  | {
      ok: false
      notice: Notice
      errors: Record<string, string>
      /** What was typed, of the form of a code. */
      values?: Record<DiscountFormField, string>
      /** Another administrator was faster: the form is about a code that is no longer so. */
      stale?: boolean
    }
