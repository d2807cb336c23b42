import { useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { codeUseList } from '#app/features/orders/code-use-list.tsx'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx'
import type { UsesPage } from './newest-uses.ts'

/** The uses of a code with customer, order, time and amount; newest first, more on demand. */
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
