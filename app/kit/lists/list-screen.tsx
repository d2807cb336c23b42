import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigation, useParams } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { type Column, DataTable, ROW_OPENER } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Page } from '#app/platform/database/keyset.server.ts'
import type { List } from './define-list.ts'
import { isNarrowed, listHref } from './list-address.ts'
import { ListChips } from './list-chips.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListPages, PageSizes } from './list-pages.tsx'
import type { ListCount } from './list-query.server.ts'
import { BulkBar, selectionColumn, useSelectedCount } from './list-selection.tsx'
import type { ListAddress, ListShape } from './list-shape.ts'
import { ListForm, menuColumn } from './row-menu.tsx'
import { rememberColumns, type SavedView } from './saved-views.ts'
import { useView, ViewChooser, ViewMenu } from './view-chooser.tsx'

/**
 * Keys of a list: j and k move to the next and previous row, Enter opens it (it has the focus), x ticks it, / goes to
 * the search. Letters are left alone while somebody types or a menu or dialog is open. A person can turn them off (WCAG
 * 2.1.4).
 */
function useListKeys(screen: RefObject<HTMLElement | null>, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const list = screen.current
      if (!list || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const done = keys.get(event.key)?.(list)
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, enabled])
}

const keys: ReadonlyMap<string, (list: HTMLElement) => boolean> = new Map([
  ['j', (list: HTMLElement) => move(list, 1)],
  ['k', (list: HTMLElement) => move(list, -1)],
  ['x', tick],
  ['/', search],
])

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.matches(TYPED)) || document.querySelector('dialog:modal, :popover-open') !== null

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('tbody tr')]

function move(list: HTMLElement, step: 1 | -1): boolean {
  const rows = rowsOf(list)
  const current = rows.findIndex(row => row.contains(document.activeElement))
  const next = current === -1 ? rows.at(step === 1 ? 0 : -1) : rows[current + step]
  const control = next?.querySelector<HTMLElement>(ROW_OPENER) ?? next?.querySelector<HTMLElement>('a, input, button')
  control?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return control !== undefined && control !== null
}

function tick(list: HTMLElement): boolean {
  const row = rowsOf(list).find(candidate => candidate.contains(document.activeElement))
  const box = row?.querySelector<HTMLInputElement>('input.tick')
  box?.click()
  return box !== undefined && box !== null
}

function search(list: HTMLElement): boolean {
  const field = list.querySelector<HTMLInputElement>('input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** An action's outcome, shown above the list, with the focus. */
export type ListOutcome = { done: boolean; text: string }

/** The data that `adminList` loads. */
export type ListData<Row> = {
  address: ListAddress
  page: Page<Row>
  counts: ListCount
  hidden: readonly string[]
  views: readonly SavedView[]
}

type ListScreenProps<Row> = {
  list: List<Row>
  data: ListData<Row>
  title: string
  /** Choices of filters by ids or codes, by their names in the address. */
  references?: Readonly<Record<string, readonly { value: string; label: string }[]>>
  outcome?: ListOutcome | undefined
  /** Above the title: the way back. */
  before?: ReactNode
  description?: ReactNode
  /** Links to the other parts of the list's section. */
  tabs?: ReactNode
  /** A `StatLine`, alerts. */
  summary?: ReactNode
  /** Buttons beside the title, after the one of the file. */
  actions?: Blocks
  /** The action of an empty list. */
  emptyAction?: ReactNode
}

/** The screen of a declared list. */
export function ListScreen<Row extends { id: string }>({ list, data, title, ...props }: ListScreenProps<Row>) {
  const { bulk = [], rowName } = list
  const { address, page, counts } = data
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const [selected, onSelect] = useSelectedCount(form, page)
  const columns = list.columns.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === address.sort.key)
  const { shown, hidden, choose } = useColumns(list.name, [...columns, ...menuColumn(list)], data.hidden)
  const exportTo = useExportPath(list)
  const view = useView()
  useListKeys(screen, view.shortcuts)
  // The button that was used may be gone with its row: the answer takes the focus.
  useEffect(() => {
    if (props.outcome) outcomeRef.current?.focus()
  }, [props.outcome])

  const formId = `list-${list.name}`
  const hasBulk = bulk.length > 0 || exportTo !== undefined
  const boxes = hasBulk ? [selectionColumn<Row>({ form: formId, rowName, onSelect })] : []
  return (
    <ListForm value={formId}>
      <div ref={screen}>
        <PageHeading
          title={title}
          before={props.before}
          tabs={props.tabs}
          description={props.description}
          compact
          actions={
            <>
              {exportTo !== undefined && (
                <ButtonLink to={exportTo + listHref(list, address)} variant="secondary" reloadDocument>
                  {list.exportLabel ?? 'Exportar CSV'}
                </ButtonLink>
              )}
              {props.actions}
            </>
          }
        />
        {props.summary !== undefined && <div className="mb-3">{props.summary}</div>}
        <div ref={outcomeRef} tabIndex={-1}>
          {props.outcome && (
            <Alert tone={props.outcome.done ? 'success' : 'error'} className="mb-4">
              {props.outcome.text}
            </Alert>
          )}
        </div>
        <ListFilters shape={list} address={address} searchLabel={list.searchLabel} references={props.references} />
        <div className="flex flex-wrap items-start gap-x-4">
          <ListChips shape={list} address={address} references={props.references ?? {}} />
          <ViewChooser shape={list} address={address} views={data.views} />
        </div>
        <Form
          ref={form}
          id={formId}
          method="post"
          action={listHref(list, address, { after: address.after, before: address.before })}
          preventScrollReset
        />
        <Panel padding="flush">
          <div
            aria-busy={state === 'loading' || undefined}
            className={classNames('group/list transition-opacity', state === 'loading' && 'opacity-60')}
          >
            {hasBulk && page.rows.length > 0 && (
              <BulkBar
                {...{ form, formId, actions: bulk, exportTo, selected, counts, rows: page.rows.length, onSelect }}
              />
            )}
            <DataTable
              caption={list.caption}
              columns={[...boxes, ...sortable(shown, list, address)]}
              rows={page.rows}
              rowKey={row => row.id}
              folded
              dense={!view.comfortable && list.rowHeight === undefined}
              empty={<NoRows list={list} address={address} action={props.emptyAction} />}
            />
          </div>
        </Panel>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2.5 empty:hidden print:hidden">
          <ListPages shape={list} address={address} page={page} />
          {page.rows.length > 0 && (
            <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5">
              <PageSizes shape={list} address={address} page={page} />
              <div className="max-sm:hidden">
                <ViewMenu columns={columns} hidden={hidden} choose={choose} />
              </div>
            </div>
          )}
        </div>
      </div>
    </ListForm>
  )
}

/**
 * The address of the list's export. The router's `generatePath` would be added to the framework's chunk, which the
 * first visit to the shop loads.
 */
function useExportPath<Row>({ csv, path }: List<Row>): string | undefined {
  const params = useParams()
  return csv && `${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}/export`
}

type NoRowsProps<Row> = { list: List<Row>; address: ListAddress; action: ReactNode }

function NoRows<Row>({ list, address, action }: NoRowsProps<Row>) {
  if (address.after !== undefined || address.before !== undefined) {
    return (
      <EmptyState
        as="h2"
        title="No hay más filas aquí"
        action={<ToStart to={listHref(list, address)}>Volver al inicio de la lista</ToStart>}
      >
        La lista cambió mientras la leías.
      </EmptyState>
    )
  }
  const hasPeriod = list.period === 'todo' ? Object.keys(address.period).length > 0 : list.period
  if (hasPeriod && address.search === '' && address.period.periodo !== 'todo') {
    const everywhere = listHref(list, address, { period: { periodo: 'todo' } })
    return (
      <EmptyState as="h2" title="Nada en este período" action={<ToStart to={everywhere}>Ver todas las fechas</ToStart>}>
        Elige otras fechas arriba, o mira todas.
      </EmptyState>
    )
  }
  if (isNarrowed(list, address)) {
    return (
      <EmptyState as="h2" title="Sin coincidencias">
        {list.unmatched}
      </EmptyState>
    )
  }
  return (
    <EmptyState as="h2" title={list.empty.title} action={action}>
      {list.empty.text}
    </EmptyState>
  )
}

const ToStart = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary">
    {children}
  </ButtonLink>
)

/** Which columns are shown, as stored in this browser. The column with the row's name always is. */
function useColumns<Row>(list: string, columns: readonly Column<Row>[], stored: readonly string[]) {
  const [hidden, setHidden] = useState<readonly string[]>(stored)
  const choose = (key: string, isShown: boolean) => {
    const next = isShown ? hidden.filter(other => other !== key) : [...hidden, key]
    setHidden(next)
    rememberColumns(list, next)
  }
  return { shown: columns.filter(({ key, primary }) => primary || !hidden.includes(key)), hidden, choose }
}

/** Columns with headers that sort, where the list has a matching order. */
const sortable = <Row,>(columns: readonly Column<Row>[], shape: ListShape, address: ListAddress): Column<Row>[] =>
  columns.map(column => ({
    ...column,
    sort: sortOf(column.key, shape, address),
    ...(column.below && { below: { ...column.below, sort: sortOf(column.below.key, shape, address) } }),
  }))

/** What a header does next: its orders one after the other, and then the list's own. */
function sortOf(column: string, shape: ListShape, address: ListAddress): Column<unknown>['sort'] {
  const sorts = shape.sorts.filter(sort => (sort.header ?? sort.column) === column)
  if (sorts.length === 0) return undefined
  const at = sorts.findIndex(sort => sort.key === address.sort.key)
  const { key } = sorts[at + 1] ?? shape.sorts[0]
  return { to: listHref(shape, address, { sort: key }), direction: sorts[at]?.direction }
}
