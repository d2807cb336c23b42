import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ListPages, ListSearch } from './list-controls.tsx'

type ListPageProps<Row> = {
  title: string
  /** What the search looks in, as its label. */
  searchLabel: string
  caption: string
  columns: Column<Row>[]
  page: { rows: Row[]; search: string; after: string | undefined; next: string | undefined }
  /** When nothing is there at all. */
  empty: { title: string; text: string }
  /** When the search finds nothing. */
  unmatched: string
}

/** A list of the back office: search, table, and the way to the next rows. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, searchLabel, caption, columns, page, empty, unmatched } = props
  const { rows, ...pages } = page
  const all = pages.search === ''
  return (
    <>
      <PageHeading title={title} />
      <ListSearch label={searchLabel} search={pages.search} />
      <Panel padding="flush">
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={row => row.id}
          empty={
            <EmptyState as="h2" title={all ? empty.title : 'Sin coincidencias'}>
              {all ? empty.text : unmatched}
            </EmptyState>
          }
        />
      </Panel>
      <ListPages {...pages} />
    </>
  )
}
