import { useCallback, useState } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import type { ListedDiscount } from './discount-admin.ts'
import type { DiscountAnswer } from './discount-answers.ts'
import { useAnswer } from './use-answer.ts'

type DiscountDeleteDialogProps = { open: boolean; onClose: () => void; discount: ListedDiscount }

/**
 * Confirms the deletion of a code (specification 2, section 2). A used code is archived instead, and the dialog says so
 * (spec D10).
 */
export function DiscountDeleteDialog({ open, onClose, ...props }: DiscountDeleteDialogProps) {
  const [discount] = useState(props.discount)
  const fetcher = useFetcher<DiscountAnswer>()
  const pending = fetcher.state !== 'idle'
  useAnswer(fetcher.data, useCallback(onClose, [onClose]))
  const used = discount.current_uses > 0 || discount.sold.orders > 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      title="¿Eliminar código?"
      description={discount.code}
      footer={
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={discount.id} />
          <input type="hidden" name="revision" value={discount.revision} />
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancelar
            </Button>
            <Button
              type="submit"
              variant="danger"
              pending={pending}
              pendingLabel={used ? 'Archivando…' : 'Eliminando…'}
            >
              {used ? 'Archivar' : 'Eliminar'}
            </Button>
          </DialogActions>
        </fetcher.Form>
      }
    >
      {used ? (
        <p>
          {`Este código tiene ${countOf(discount.current_uses, 'uso', 'usos')}: las órdenes lo nombran. En vez de eliminarse se archiva: nadie podrá volver a usarlo y su historial queda. Esta acción no se puede deshacer.`}
        </p>
      ) : (
        <p>Esta acción no se puede deshacer. El código se eliminará permanentemente.</p>
      )}
    </Dialog>
  )
}
