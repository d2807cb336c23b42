import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import {
  DISCOUNT_STATES,
  type ListedDiscount,
  TYPE_LABELS,
  usesText,
  validityText,
  valueText,
} from '#app/features/discounts/discount-admin.ts'
import { type DiscountedProduct, smallTotals, smallTotalsText } from '#app/features/discounts/small-totals.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { Fact, Facts, Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Skeleton, SkeletonGroup } from '#app/kit/ui/skeleton.tsx'
import { codeUseList } from './code-use-list.tsx'
import type { UsesPage } from './newest-uses.ts'

type DiscountDetailsDialogProps = {
  open: boolean
  onClose: () => void
  onEdit: () => void
  discount: ListedDiscount
  products: readonly DiscountedProduct[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
}

/** All that is known of a code: its rules, what it sold, and who used it (specification 2, section 2). */
export function DiscountDetailsDialog({
  open,
  onClose,
  onEdit,
  products,
  minimum,
  ...props
}: DiscountDetailsDialogProps) {
  const [discount] = useState(props.discount)
  const warning = smallTotalsText(smallTotals(discount, products, minimum), minimum)
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
        {!archived && warning !== undefined && (
          <Alert tone="warning" title="Deja totales que una tarjeta no paga">
            {warning}
          </Alert>
        )}
        {discount.description !== '' && <p className="whitespace-pre-line wrap-anywhere">{discount.description}</p>}
        <StatList columns={3}>
          <Stat
            label="Ventas"
            value={formatPesos(discount.sold.revenue)}
            note="Órdenes pagadas con el código, IVA incluido"
          />
          <Stat label="Órdenes pagadas" value={discount.sold.orders} note="Con el código, sin las reembolsadas" />
          <Stat label="Descontado" value={formatPesos(discount.sold.discount)} note="En esas órdenes" />
        </StatList>
        <div className="grid items-start gap-x-8 gap-y-3 sm:grid-cols-2">
          <Facts>
            <Fact label="Descuento">
              {`${TYPE_LABELS[discount.type]}: ${valueText(discount)}${discount.max_discount_amount !== null ? `, hasta ${formatPesos(discount.max_discount_amount)}` : ''}`}
            </Fact>
            <Fact label="Compra mínima">
              {discount.min_order_amount === 0 ? 'Ninguna' : formatPesos(discount.min_order_amount)}
            </Fact>
            <Fact label="Usos">
              {`${usesText(discount)}${discount.once_per_customer ? '; una vez por cliente' : ''}`}
            </Fact>
          </Facts>
          <Facts>
            <Fact label="Vigencia">{validityText(discount)}</Fact>
            {discount.duration_days !== null && (
              <Fact label="Duración">{`${countOf(discount.duration_days, 'día', 'días')} desde su creación`}</Fact>
            )}
            <Fact label="Productos">{names.length === 0 ? 'Todos' : names.join(', ')}</Fact>
          </Facts>
        </div>
        <DiscountUsesTable discountId={discount.id} />
      </div>
    </Dialog>
  )
}

/** The uses of a code with customer, order, time and amount; newest first, more on demand. */
function DiscountUsesTable({ discountId }: { discountId: string }) {
  const { load, data, state } = useFetcher<UsesPage | null>()
  const [pages, setPages] = useState<readonly UsesPage[]>([])
  const address = `/admin/discounts/${discountId}/uses`
  useEffect(() => {
    void load(address)
  }, [load, address])
  useEffect(() => {
    if (data) setPages(before => [...before, data])
  }, [data])
  const rows = pages.flatMap(page => page.rows)
  const next = pages.at(-1)?.next
  if (pages.length === 0 && data === null) {
    return (
      <Alert
        tone="error"
        actions={
          <Button size="sm" variant="secondary" onClick={() => void load(address)}>
            Reintentar
          </Button>
        }
      >
        No pudimos cargar los usos. Revisa tu conexión.
      </Alert>
    )
  }
  if (pages.length === 0) {
    return (
      <SkeletonGroup label="Cargando los usos" className="grid gap-2">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </SkeletonGroup>
    )
  }
  return (
    <section aria-label="Usos del código" className="-mx-5 border-t border-line pt-5 sm:-mx-6">
      <DataTable
        caption="Usos, el más reciente primero"
        showCaption
        columns={codeUseList.columns}
        rows={rows}
        rowKey={row => row.id}
        empty={<p className="px-5 text-muted sm:px-6">Nadie lo ha usado todavía.</p>}
      />
      {rows.length > 0 && (
        <p className="px-5 pt-4 text-md sm:px-6">
          <Link to={`/admin/discounts/${discountId}/ledger`} className="text-copper underline underline-offset-4">
            Buscar, filtrar o exportar los usos
          </Link>
        </p>
      )}
      {next !== undefined && (
        <div className="px-5 pt-4 sm:px-6">
          <Button
            variant="secondary"
            size="sm"
            pending={state !== 'idle'}
            onClick={() => void load(`${address}?after=${next}`)}
          >
            Mostrar más usos
          </Button>
        </div>
      )}
    </section>
  )
}
