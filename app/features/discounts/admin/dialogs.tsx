import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ListedDiscount } from '#app/features/discounts/discount-admin.ts'
import type { DiscountAnswer } from '#app/features/discounts/discount-answers.ts'
import { DiscountDeleteDialog } from '#app/features/discounts/discount-delete-dialog.tsx'
import { DiscountFormDialog } from '#app/features/discounts/discount-form-dialog.tsx'
import type { DiscountedProduct } from '#app/features/discounts/small-totals.ts'
import { useAnswer } from '#app/features/discounts/use-answer.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { DiscountDetailsDialog } from './details-dialog.tsx'
import type { DiscountDialog, ShowDiscount } from './discount-list.tsx'

type Context = {
  rows: readonly ListedDiscount[]
  products: readonly DiscountedProduct[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
  clock: string
}

/** The screen's dialogs (specification 2, section 2), one at a time, and what opens them. */
export function useDiscountDialogs({ rows, products, minimum, clock }: Context) {
  // The content stays while the dialog closes; each opening is fresh, with the current code.
  const [{ shown, open, opening }, setState] = useState<{ shown?: DiscountDialog; open: boolean; opening: number }>({
    open: false,
    opening: 0,
  })
  const fetcher = useFetcher<DiscountAnswer>()
  useAnswer(fetcher.data)
  const { revalidate } = useRevalidator()
  const close = useCallback(() => setState(before => ({ ...before, open: false })), [])
  const show: ShowDiscount = action => {
    if (typeof action === 'object' && 'status' in action) {
      const { id, revision } = action.discount
      void fetcher.submit({ intent: 'status', id, revision, status: action.status }, { method: 'post' })
    } else setState(before => ({ shown: action, open: true, opening: before.opening + 1 }))
  }
  const common = { open, onClose: close, products, minimum }
  const discount = typeof shown === 'object' ? rows.find(row => row.id === shown.id) : undefined
  // The list's new rows may be rendered later than their request ends: the dialog waits for another revision, not for
  // the request.
  const [outdated, setOutdated] = useState<ListedDiscount>()
  useEffect(() => {
    const current = outdated && rows.find(row => row.id === outdated.id)
    if (!outdated || current?.revision === outdated.revision) return
    setOutdated(undefined)
    setState(before =>
      current
        ? { shown: { dialog: 'edit', id: current.id }, open: true, opening: before.opening + 1 }
        : { ...before, open: false },
    )
  }, [outdated, rows])
  const reload = (edited: ListedDiscount) => {
    setOutdated(edited)
    void revalidate()
  }
  const dialogs = (
    <div key={opening}>
      {shown === 'create' && <DiscountFormDialog {...common} clock={clock} onReload={close} />}
      {typeof shown === 'object' && (
        <RetainedDiscount discount={discount}>
          {retained => (
            <>
              {shown.dialog === 'edit' && (
                <DiscountFormDialog {...common} discount={retained} clock={clock} onReload={() => reload(retained)} />
              )}
              {shown.dialog === 'details' && (
                <DiscountDetailsDialog
                  {...common}
                  discount={retained}
                  onEdit={() => show({ dialog: 'edit', id: retained.id })}
                />
              )}
              {shown.dialog === 'delete' && <DiscountDeleteDialog open={open} onClose={close} discount={retained} />}
            </>
          )}
        </RetainedDiscount>
      )}
    </div>
  )
  return { show, dialogs }
}

type RetainedDiscountProps = {
  discount: ListedDiscount | undefined
  children: (retained: ListedDiscount) => React.ReactNode
}

/**
 * Keeps the discount that a dialog was opened with. A deleted one is no longer in the list, but the dialog needs its values
 * until it has closed.
 */
function RetainedDiscount({ discount, children }: RetainedDiscountProps) {
  const [retained] = useState(discount)
  return retained && children(retained)
}
