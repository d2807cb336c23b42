import { useState } from 'react'
import {
  DISCOUNT_STATES,
  type ListedDiscount,
  TYPE_LABELS,
  usesText,
  validityText,
  valueText,
} from '#app/features/discounts/discount-admin.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { StatusBadge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import { Fact, Facts, Stat, StatList } from '#app/ui/facts.tsx'
import { DiscountUsesTable } from './uses-table.tsx'

type DiscountDetailsDialogProps = {
  open: boolean
  onClose: () => void
  onEdit: () => void
  discount: ListedDiscount
  products: readonly { id: string; name: string }[]
}

/** All that is known of a code: its rules, what it sold, and who used it (specification 2, section 2). */
export function DiscountDetailsDialog({ open, onClose, onEdit, products, ...props }: DiscountDetailsDialogProps) {
  const [discount] = useState(props.discount)
  const archived = discount.state === 'archived'
  const names = discount.product_ids.map(
    id => products.find(product => product.id === id)?.name ?? 'Producto archivado',
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={discount.code}
      description={discount.name}
      footer={
        <DialogActions>
          {!archived && (
            <ButtonLink variant="secondary" to={`/admin/discounts/simulator?code=${encodeURIComponent(discount.code)}`}>
              Simular
            </ButtonLink>
          )}
          {!archived && <Button onClick={onEdit}>Editar</Button>}
          {archived && <Button onClick={onClose}>Cerrar</Button>}
        </DialogActions>
      }
    >
      <div className="grid gap-7">
        <div className="flex flex-wrap items-center gap-3">
          <StatusBadge of={DISCOUNT_STATES} status={discount.state} />
          <CopyButton text={discount.code} label="Copiar código" copiedLabel="Código copiado" />
        </div>
        {discount.description !== '' && <p className="whitespace-pre-line wrap-anywhere">{discount.description}</p>}
        <StatList columns={3}>
          <Stat
            label="Ventas"
            value={formatPesos(discount.sold.revenue)}
            note="Órdenes pagadas con el código, IVA incluido"
          />
          <Stat label="Órdenes pagadas" value={discount.sold.orders} />
          <Stat label="Descontado" value={formatPesos(discount.sold.discount)} />
        </StatList>
        <div className="grid items-start gap-x-8 gap-y-3 sm:grid-cols-2">
          <Facts>
            <Fact label="Descuento">
              {TYPE_LABELS[discount.type]}: {valueText(discount)}
              {discount.max_discount_amount !== null && `, hasta ${formatPesos(pesos(discount.max_discount_amount))}`}
            </Fact>
            <Fact label="Compra mínima">
              {discount.min_order_amount === 0 ? 'Ninguna' : formatPesos(pesos(discount.min_order_amount))}
            </Fact>
            <Fact label="Usos">
              {usesText(discount)}
              {discount.once_per_customer && '; una vez por cliente'}
            </Fact>
          </Facts>
          <Facts>
            <Fact label="Vigencia">{validityText(discount)}</Fact>
            {discount.duration_days !== null && (
              <Fact label="Duración">{countOf(discount.duration_days, 'día', 'días')} desde su creación</Fact>
            )}
            <Fact label="Productos">{names.length === 0 ? 'Todos' : names.join(', ')}</Fact>
          </Facts>
        </div>
        <DiscountUsesTable discountId={discount.id} />
      </div>
    </Dialog>
  )
}
