import Search from 'lucide-react/icons/search'
import { OPEN_ITEMS, type OpenItem } from '#app/features/accesses/admin-access.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

const columns: Column<OpenItem>[] = [
  { key: 'product', header: 'Assessment', primary: true, cell: item => item.product },
  {
    key: 'client',
    header: 'Cliente',
    inline: 'line',
    cell: item => (item.company === null ? item.client : <TwoLines below={item.company}>{item.client}</TwoLines>),
  },
  {
    key: 'order',
    header: 'Orden',
    inline: 'line',
    cell: item => <span className="block text-sm wrap-anywhere sm:min-w-34">{item.order_number}</span>,
  },
  { key: 'free', header: 'Asientos libres', align: 'end', cell: item => `${item.free} de ${item.seats}` },
  {
    key: 'expires',
    header: 'Vence',
    cell: item => <span className="whitespace-nowrap tabular-nums">{formatDate(item.expires_at)}</span>,
  },
  {
    key: 'choose',
    header: 'Elegir',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: item => (
      <Form method="post">
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="item" value={item.id} />
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          aria-label={`Elegir ${item.product}, orden ${item.order_number}`}
        >
          Elegir
        </Button>
      </Form>
    ),
  },
]

const LABEL = 'Buscar por orden, cliente o empresa...'

/** Sold items with free seats, newest first. */
export const ChooseItem = ({ items, search }: { items: readonly OpenItem[]; search: string }) => (
  <>
    <Form method="get" key={search} className="mb-4 flex flex-wrap items-end gap-2.5">
      <TextField
        label={LABEL}
        hideLabel
        name="search"
        type="search"
        most={SEARCH_LENGTH}
        defaultValue={search}
        placeholder={LABEL}
        lead={<Search />}
        className="min-w-48 flex-1 basis-72"
      />
      <Button type="submit" variant="secondary">
        Buscar
      </Button>
    </Form>
    <Panel padding="flush">
      <DataTable
        caption="Compras con asientos libres"
        columns={columns}
        rows={items}
        rowKey={item => item.id}
        empty={
          <EmptyState as="h2" title="Ninguna compra con asientos libres">
            Prueba con otra orden, cliente o empresa. Las compras vencidas no aparecen.
          </EmptyState>
        }
      />
    </Panel>
    {items.length === OPEN_ITEMS && (
      <p className="mt-4 text-md text-muted">{`Se muestran las ${OPEN_ITEMS} más recientes. Busca para ver otras.`}</p>
    )}
  </>
)
