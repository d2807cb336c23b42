import { useCallback, useId, useState } from 'react'
import { StepUpField } from '#app/features/identity/staff/step-up-field.tsx'
import type { Pesos } from '#app/kernel/money.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import type { ListedDiscount } from './discount-admin.ts'
import type { DiscountAnswer } from './discount-answers.ts'
import { DiscountFormFields } from './discount-form-fields.tsx'
import type { DiscountedProduct } from './small-totals.ts'
import { useAnswer } from './use-answer.ts'

type DiscountFormDialogProps = {
  open: boolean
  onClose: () => void
  /** The code as it was when the dialog opened; undefined for a new one. */
  discount?: ListedDiscount | undefined
  products: readonly DiscountedProduct[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
  /** The current time in the format of a date and time field: the default begin of a new code. */
  clock: string
  /** Reopens the dialog with the current code. */
  onReload: () => void
}

const NO_ERRORS: Record<string, string> = {}

/** Creates or edits a code (specification 2, sections 2 and 5). */
export function DiscountFormDialog(props: DiscountFormDialogProps) {
  const { open, onClose, products, minimum, clock, onReload } = props
  // The code as it was opened: newer data of the list must not change the form while it is edited.
  const [discount] = useState(props.discount)
  const form = useId()
  const fetcher = useFetcher<DiscountAnswer>()
  const answer = fetcher.data
  const refused = answer?.ok === false ? answer : undefined
  const errors = refused?.errors ?? NO_ERRORS
  const element = useFocusOnError(errors)
  const pending = fetcher.state !== 'idle'
  useAnswer(answer, useCallback(onClose, [onClose]))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="lg"
      title={discount ? `Editar ${discount.code}` : 'Crear código de descuento'}
      description={discount ? undefined : 'Se puede usar desde su inicio; después puedes pausarlo o editarlo.'}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} pending={pending} pendingLabel="Guardando…">
            {discount ? 'Guardar cambios' : 'Crear código'}
          </Button>
        </DialogActions>
      }
    >
      {refused && !pending && Object.keys(errors).length === 0 && (
        <Alert
          tone="error"
          title="No se guardó"
          className="mb-5"
          actions={
            refused.stale && (
              <Button variant="secondary" size="sm" onClick={onReload}>
                Ver cómo quedó
              </Button>
            )
          }
        >
          {refused.notice.description}
        </Alert>
      )}
      <fetcher.Form ref={element} id={form} method="post" noValidate>
        <input type="hidden" name="intent" value={discount ? 'edit' : 'create'} />
        {discount && (
          <>
            <input type="hidden" name="id" value={discount.id} />
            <input type="hidden" name="revision" value={discount.revision} />
          </>
        )}
        <DiscountFormFields discount={discount} products={products} minimum={minimum} clock={clock} errors={errors} />
        <StepUpField
          onDemand
          error={errors.password}
          hint="La pedimos porque el código regala la mitad del precio o más."
          className="mt-5 max-w-sm"
        />
      </fetcher.Form>
    </Dialog>
  )
}
