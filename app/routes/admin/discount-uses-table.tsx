import { useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import type { UsesPage } from '#app/features/discounts/discount-answers.ts'
import type { Redemption } from '#app/features/discounts/discount-list.db.server.ts'
import { ORDER_STATUS_TONES } from '#app/features/orders/order-state.ts'
import { ORDER_STATUS_LABELS } from '#app/features/orders/orders.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx'

/** Who used a code, with which order, when and for how much; the newest first, more on demand. */
export function DiscountUsesTable({ discountId }: { discountId: string }) {
  const { load, data, state } = useFetcher<UsesPage>()
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
        columns={columns}
        rows={rows}
        rowKey={row => row.id}
        empty={<p className="px-5 text-muted sm:px-6">Nadie lo ha usado todavía.</p>}
      />
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

const columns: Column<Redemption>[] = [
  {
    key: 'client',
    header: 'Cliente',
    primary: true,
    cell: ({ client }) => (
      <>
        <Link to={`/admin/clients/${client.id}`} className="block hover:text-copper hover:underline">
          {client.name}
        </Link>
        {client.email !== null && (
          <span className="block text-sm font-normal wrap-anywhere text-muted">{client.email}</span>
        )}
      </>
    ),
  },
  { key: 'order', header: 'Orden', cell: ({ order }) => <span className="break-all">{order.number}</span> },
  {
    key: 'when',
    header: 'Fecha',
    cell: row => <span className="whitespace-nowrap tabular-nums">{formatDateTime(row.created_at)}</span>,
  },
  { key: 'amount', header: 'Descuento', align: 'end', cell: row => formatPesos(row.amount) },
  { key: 'total', header: 'Total', align: 'end', cell: row => formatPesos(row.order.total) },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ order, released_at }) =>
      released_at === null ? (
        <Badge tone={ORDER_STATUS_TONES[order.status]}>{ORDER_STATUS_LABELS[order.status]}</Badge>
      ) : (
        <span className="text-sm">
          <Badge>Uso devuelto</Badge>
          <span className="mt-0.5 block text-muted tabular-nums">{formatDateTime(released_at)}</span>
        </span>
      ),
  },
]
