import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Page } from '#app/platform/database/keyset.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { isNarrowed, listQuery } from './list-address.ts'
import { ColumnChoice, sortable, useColumns } from './list-columns.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListPages, PageSizes } from './list-pages.tsx'
import { type BulkAction, BulkBar, selectionColumn, useTicked } from './list-selection.tsx'
import type { ListAddress, ListShape } from './list-shape.ts'
import { ListForm } from './row-menu.tsx'

/** What an action answers: shown above the list, with the focus. */
export type ListOutcome = { done: boolean; text: string }

type ListPageProps<Row> = {
  shape: ListShape
  address: ListAddress
  page: Page<Row>
  title: string
  /** Above the title: the way back. */
  before?: ReactNode
  description?: ReactNode
  /** What the search looks in, as its label. */
  searchLabel: string
  caption: string
  columns: readonly Column<Row>[]
  /** Columns that this browser does not show: `hiddenColumns(request, shape.name)` of the loader. */
  hidden: readonly string[]
  /** When nothing is there at all. */
  empty: { title: string; text: string; action?: ReactNode }
  /** When search and filters find nothing. */
  unmatched: string
  /** Choices of filters by id, by the filter's name. */
  references?: Readonly<Record<string, readonly { value: string; label: string }[]>> | undefined
  /** A `StatList` above the list. */
  summary?: ReactNode
  /** Buttons beside the title; the export is `exportTo`. */
  actions?: ReactNode
  /** Path of the CSV file; it is given the list's query. */
  exportTo?: string | undefined
  exportLabel?: string | undefined
  /** What can be done with several rows. */
  bulk?: readonly BulkAction[] | undefined
  /** A row's name, for its box and menu. */
  rowName?: ((row: Row) => string) | undefined
  outcome?: ListOutcome | undefined
  /** Instead of the table, for lists that are no tables. */
  children?: ReactNode
}

/** Id of the form that row menus and boxes of a list send. */
export const listFormId = (shape: Pick<ListShape, 'name'>): string => `list-${shape.name}`

/** A list of the back office; README.md beside this file says how to build one. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { shape, address, page, title, columns, bulk = [], rowName = row => row.id } = props
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const [ticked, onTick] = useTicked(form, page)
  const { shown, left, choose } = useColumns(shape.name, columns, props.hidden)
  // The button that was pressed may be gone with its row: the answer takes the focus.
  useEffect(() => {
    if (props.outcome) outcomeRef.current?.focus()
  }, [props.outcome])

  const formId = listFormId(shape)
  const hasBulk = bulk.length > 0 || props.exportTo !== undefined
  const boxes = hasBulk ? [selectionColumn<Row>({ form: formId, rowName, onTick })] : []
  return (
    <ListForm value={formId}>
      <PageHeading
        title={title}
        before={props.before}
        description={props.description}
        className="pb-6"
        actions={
          <>
            {props.exportTo !== undefined && (
              <ButtonLink to={props.exportTo + listQuery(shape, address)} variant="secondary" reloadDocument>
                {props.exportLabel ?? 'Exportar CSV'}
              </ButtonLink>
            )}
            {props.actions}
          </>
        }
      />
      {props.summary !== undefined && <div className="mb-8">{props.summary}</div>}
      <div ref={outcomeRef} tabIndex={-1}>
        {props.outcome && (
          <Alert tone={props.outcome.done ? 'success' : 'error'} className="mb-4">
            {props.outcome.text}
          </Alert>
        )}
      </div>
      <ListFilters {...{ shape, address, searchLabel: props.searchLabel, references: props.references }} />
      <Form
        ref={form}
        id={formId}
        method="post"
        action={listQuery(shape, address, { after: address.after, before: address.before })}
        preventScrollReset
      />
      <Panel padding="flush">
        <div
          aria-busy={state === 'loading' || undefined}
          className={classNames('group/list transition-opacity', state === 'loading' && 'opacity-60')}
        >
          {hasBulk && page.rows.length > 0 && (
            <BulkBar
              {...{ form, formId, actions: bulk, ticked, rows: page.rows.length, onTick }}
              exportTo={props.exportTo}
            />
          )}
          {page.rows.length > 0 && props.children ? (
            props.children
          ) : (
            <DataTable
              caption={props.caption}
              columns={[...boxes, ...sortable(shown, shape, address)]}
              rows={page.rows}
              rowKey={row => row.id}
              folded
              empty={<NoRows {...props} />}
            />
          )}
        </div>
      </Panel>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2.5 empty:hidden print:hidden">
        <ListPages shape={shape} address={address} page={page} />
        {page.rows.length > 0 && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5">
            <PageSizes shape={shape} address={address} page={page} />
            {!props.children && (
              <div className="max-sm:hidden">
                <ColumnChoice columns={columns} left={left} choose={choose} />
              </div>
            )}
          </div>
        )}
      </div>
    </ListForm>
  )
}

type NoRowsProps = Pick<ListPageProps<unknown>, 'shape' | 'address' | 'empty' | 'unmatched'>

function NoRows({ shape, address, empty, unmatched }: NoRowsProps) {
  if (address.after !== undefined || address.before !== undefined) {
    return (
      <EmptyState
        as="h2"
        title="No hay más filas aquí"
        action={<ToStart to={listQuery(shape, address)}>Volver al inicio de la lista</ToStart>}
      >
        La lista cambió mientras la leías.
      </EmptyState>
    )
  }
  const hasPeriod = shape.dated === 'todo' ? Object.keys(address.period).length > 0 : shape.dated
  if (hasPeriod && address.search === '' && address.period.periodo !== 'todo') {
    const everywhere = listQuery(shape, address, { period: { periodo: 'todo' } })
    return (
      <EmptyState as="h2" title="Nada en este período" action={<ToStart to={everywhere}>Ver todas las fechas</ToStart>}>
        Elige otras fechas arriba, o mira todas.
      </EmptyState>
    )
  }
  if (isNarrowed(shape, address)) {
    return (
      <EmptyState as="h2" title="Sin coincidencias">
        {unmatched}
      </EmptyState>
    )
  }
  return (
    <EmptyState as="h2" title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  )
}

const ToStart = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary">
    {children}
  </ButtonLink>
)
