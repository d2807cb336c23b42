import type { ToastTone } from '#app/kit/ui/toast.ts'
import type { DiscountFormField } from './discount-fields.ts'

type Notice = { title: string; description?: string; tone: ToastTone }

/** What the screen's actions return. */
export type DiscountAnswer =
  | { ok: true; notice: Notice }
  | {
      ok: false
      notice: Notice
      errors: Record<string, string>
      /** The submitted values of a code's form. */
      values?: Record<DiscountFormField, string>
      /** Another administrator changed the code since the form was loaded. */
      stale?: boolean
    }
