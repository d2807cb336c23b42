import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import {
  DISCOUNT_STATES,
  type DiscountAnswer,
  type ListedDiscount,
  TYPE_LABELS,
  usesText,
  validityText,
  valueText,
} from '#app/features/discounts/discount-admin.ts'
import { type DiscountedProduct, smallTotals, smallTotalsText } from '#app/features/discounts/small-totals.ts'
import { countOf, formatPesos, inNumber } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { Fact, Facts, Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Skeleton, SkeletonGroup } from '#app/kit/ui/skeleton.tsx'
import { codeUseList } from './code-use-list.tsx'
import { type ShowDiscount, simulatorPath } from './discount-list.tsx'
import { DiscountForm, useAnswer } from './form-dialog.tsx'
import type { UsesPage } from './newest-uses.ts'

/** What a code's smallest totals follow from; `minimum`: pesos that a card is charged at least. */
type Prices = { products: readonly DiscountedProduct[]; minimum: Pesos }
type Shown = {
  dialog: 'edit' | 'details' | 'delete'
  discount: ListedDiscount | undefined
  open: boolean
  opening: number
}

/**
 * The screen's dialogs (specification 2, section 2), one at a time, and what opens them. Each shows the code as it was opened.
 * @param clock the current time in the format of a date and time field
 */
export function useDiscountDialogs(rows: readonly ListedDiscount[], prices: Prices, clock: string) {
  const [{ dialog, discount, open, opening }, setShown] = useState<Shown>({
    dialog: 'details',
    discount: undefined,
    open: false,
    opening: 0,
  })
  const fetcher = useFetcher<DiscountAnswer>()
  useAnswer(fetcher.data)
  const { revalidate } = useRevalidator()
  // The content stays while the dialog closes; each opening is fresh.
  const onClose = () => setShown(before => ({ ...before, open: false }))
  const show: ShowDiscount = (action, discount) => {
    if (action === 'edit' || action === 'details' || action === 'delete') {
      setShown(before => ({ dialog: action, discount, open: true, opening: before.opening + 1 }))
    } else if (discount) {
      const { id, revision } = discount
      void fetcher.submit({ intent: 'status', id, revision, status: action }, { method: 'post' })
    }
  }
  // The list's new rows may be rendered later than their request ends: the dialog waits for another revision, not for the request.
  const [outdated, setOutdated] = useState<ListedDiscount>()
  useEffect(() => {
    const current = outdated && rows.find(row => row.id === outdated.id)
    if (!outdated || current?.revision === outdated.revision) return
    setOutdated(undefined)
    setShown(before =>
      current
        ? { dialog: 'edit', discount: current, open: true, opening: before.opening + 1 }
        : { ...before, open: false },
    )
  }, [outdated, rows])
  const reload = () => {
    setOutdated(discount)
    void revalidate()
  }
  const common = { open, onClose, ...prices }
  const dialogs = opening > 0 && (
    <div key={opening}>
      {dialog === 'edit' && <DiscountForm {...common} discount={discount} clock={clock} onReload={reload} />}
      {dialog === 'details' && discount && (
        <DetailsDialog {...common} discount={discount} onEdit={() => show('edit', discount)} />
      )}
      {dialog === 'delete' && discount && <DeleteDialog open={open} onClose={onClose} discount={discount} />}
    </div>
  )
  return { show, dialogs }
}

type DialogProps = { open: boolean; onClose: () => void; discount: ListedDiscount }

/**
 * Confirms the deletion of a code (specification 2, section 2). A used code is archived instead, and the dialog says so
 * (spec D10).
 */
function DeleteDialog({ open, onClose, discount }: DialogProps) {
  const fetcher = useFetcher<DiscountAnswer>()
  const pending = fetcher.state !== 'idle'
  useAnswer(fetcher.data, onClose)
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
          <Hidden values={{ intent: 'delete', id: discount.id, revision: String(discount.revision) }} />
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
          {`Este código tiene ${countOf(discount.current_uses, 'uso', 'usos')}: ${inNumber(discount.current_uses, 'la orden lo nombra', 'las órdenes lo nombran')}. En vez de eliminarse se archiva: nadie podrá volver a usarlo y su historial queda. Esta acción no se puede deshacer.`}
        </p>
      ) : (
        <p>Esta acción no se puede deshacer. El código se eliminará permanentemente.</p>
      )}
    </Dialog>
  )
}

/** All that is known of a code: its rules, what it sold, and who used it (specification 2, section 2). */
function DetailsDialog({
  open,
  onClose,
  discount,
  products,
  minimum,
  onEdit,
}: DialogProps & Prices & { onEdit: () => void }) {
  const { sold, max_discount_amount, min_order_amount, duration_days } = discount
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
            <ButtonLink variant="secondary" to={simulatorPath(discount)}>
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
          <Stat label="Ventas" value={formatPesos(sold.revenue)} note="Órdenes pagadas con el código, IVA incluido" />
          <Stat label="Órdenes pagadas" value={sold.orders} note="Con el código, sin las reembolsadas" />
          <Stat label="Descontado" value={formatPesos(sold.discount)} note="En esas órdenes" />
        </StatList>
        <div className="grid items-start gap-x-8 gap-y-3 sm:grid-cols-2">
          <Facts>
            <Fact label="Descuento">
              {`${TYPE_LABELS[discount.type]}: ${valueText(discount)}${max_discount_amount !== null ? `, hasta ${formatPesos(max_discount_amount)}` : ''}`}
            </Fact>
            <Fact label="Compra mínima">{min_order_amount === 0 ? 'Ninguna' : formatPesos(min_order_amount)}</Fact>
            <Fact label="Usos">
              {`${usesText(discount)}${discount.once_per_customer ? '; una vez por cliente' : ''}`}
            </Fact>
          </Facts>
          <Facts>
            <Fact label="Vigencia">{validityText(discount)}</Fact>
            {duration_days !== null && (
              <Fact label="Duración">{`${countOf(duration_days, 'día', 'días')} desde su creación`}</Fact>
            )}
            <Fact label="Productos">{names.length === 0 ? 'Todos' : names.join(', ')}</Fact>
          </Facts>
        </div>
        <Uses discountId={discount.id} />
      </div>
    </Dialog>
  )
}

/** The uses of a code with customer, order, time and amount; newest first, more on demand. */
function Uses({ discountId }: { discountId: string }) {
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
