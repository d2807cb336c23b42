import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Page } from '#app/platform/database/keyset.server.ts'
import type { List } from './define-list.ts'
import { type ListOutcome, ListPage } from './list-page.tsx'
import type { ListAddress } from './list-shape.ts'
import { RowMenu } from './row-menu.tsx'

/** What `adminList` loads. */
export type ListData<Row> = { address: ListAddress; page: Page<Row>; hidden: readonly string[] }

type ListScreenProps<Row> = {
  list: List<Row>
  data: ListData<Row>
  title: string
  /** Choices of filters that are rows, by their names in the address. */
  references?: Readonly<Record<string, readonly { value: string; label: string }[]>>
  outcome?: ListOutcome | undefined
  /** Above the title: the way back. */
  before?: ReactNode
  description?: ReactNode
  /** A `StatList`, tabs. */
  summary?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** What to do when nothing is there at all. */
  emptyAction?: ReactNode
  /** Instead of the table, for lists that are no tables. */
  children?: ReactNode
}

/** The screen of a declared list. */
export function ListScreen<Row extends { id: string }>({ list, data, emptyAction, ...props }: ListScreenProps<Row>) {
  const params = useParams()
  const { menu, rowName, csv } = list
  const columns = menu
    ? [
        ...list.columns,
        {
          key: 'menu',
          header: 'Acciones',
          hideHeader: true,
          align: 'end' as const,
          cell: (row: Row) => {
            const items = menu(row)
            return items && <RowMenu name={rowName(row)}>{items}</RowMenu>
          },
        },
      ]
    : list.columns
  return (
    <ListPage
      {...data}
      {...props}
      shape={list}
      searchLabel={list.searchLabel}
      caption={list.caption}
      columns={columns}
      empty={{ ...list.empty, action: emptyAction }}
      unmatched={list.unmatched}
      exportTo={csv && `${addressIn(list.path, params)}/export`}
      exportLabel={list.exportLabel}
      bulk={list.bulk}
      rowName={rowName}
    />
  )
}

/** The router's `generatePath` would come with the framework's file, which the first visit to the shop loads. */
const addressIn = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
