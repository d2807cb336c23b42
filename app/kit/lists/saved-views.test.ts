import { expect, it } from 'vitest'
import { readListAddress } from './list-address.ts'
import type { ListShape } from './list-shape.ts'
import { isShown, viewHref, viewQuery } from './saved-views.ts'

const SHAPE: ListShape = {
  name: 'prueba',
  filters: [
    { name: 'status', label: 'Estado', all: 'Todos', choices: [{ value: 'open', label: 'Abiertas' }] },
    { name: 'product', label: 'Producto', all: 'Todos', choices: 'ids' },
  ],
  sorts: [
    { key: 'new', label: 'Más recientes', column: 'at', direction: 'desc' },
    { key: 'old', label: 'Más antiguas', column: 'at', direction: 'asc' },
  ],
  period: true,
}
const view = (query: string) => ({ id: 'v', name: 'Mañana', query })

it('a view has search, filters, order and period, and no position', () => {
  expect(viewQuery('?search=ana&status=open&periodo=7d&sort=old&after=x&before=fin&row=y')).toBe(
    'search=ana&status=open&periodo=7d&sort=old',
  )
  expect(viewQuery('a'.repeat(3000))).toBeUndefined()
})

it('a view of filters that are no more still opens with the others', () => {
  expect(viewHref(SHAPE, view('status=closed&gone=1&sort=old&search=ana'))).toBe('?search=ana&sort=old')
})

it('a view is the one that is shown, on whichever page', () => {
  const address = readListAddress(SHAPE, new URLSearchParams('status=open&sort=old&before=fin'))
  expect(isShown(SHAPE, address, view('sort=old&status=open'))).toBe(true)
  expect(isShown(SHAPE, address, view('status=open'))).toBe(false)
})
