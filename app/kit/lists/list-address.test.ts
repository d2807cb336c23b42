import { describe, expect, it } from 'vitest'
import { isNarrowed, listHref, readListAddress, searchedBeginning, selectedCount } from './list-address.ts'
import { readListPost } from './list-post.server.ts'
import type { ListShape } from './list-shape.ts'
import { exportRequest } from './selected-rows.ts'

const ID = '00000000-0000-4000-8000-00000000000a'
const SHAPE: ListShape = {
  name: 'cosas',
  filters: [
    { name: 'status', label: 'Estado', all: 'Todos', choices: [{ value: 'open', label: 'Abierta' }] },
    { name: 'product', label: 'Producto', all: 'Todos', choices: 'ids' },
  ],
  sorts: [
    { key: 'new', label: 'Nuevas', column: 'date', direction: 'desc' },
    { key: 'old', label: 'Viejas', column: 'date', direction: 'asc' },
  ],
  period: true,
}
const read = (query: string | Record<string, string>) => readListAddress(SHAPE, new URLSearchParams(query))

describe('the address of a list', () => {
  // shows: B5.4
  it('ignores invalid values', () => {
    expect(read('status=x&product=1&sort=up&size=7&after=1&before=%00')).toEqual(read(''))
    expect(read('search=%00a%00').search).toBe('a')
    expect(read({ search: 'x'.repeat(500) }).search).toHaveLength(100)
  })

  it("still understands 'antiguos', as some lists called the oldest first", () => {
    const shape: ListShape = {
      ...SHAPE,
      sorts: [SHAPE.sorts[0], { key: 'antiguas', label: 'Más antiguas', column: 'date', direction: 'asc' }],
    }
    for (const sort of ['antiguos', 'antiguas'])
      expect(readListAddress(shape, new URLSearchParams({ sort })).sort.key).toBe('antiguas')
  })

  it('accepts a cursor in one direction', () => {
    expect(read({ after: ID })).toMatchObject({ after: ID, before: undefined })
    expect(read({ after: ID, before: ID.toUpperCase() })).toMatchObject({ after: undefined, before: ID })
    expect(read({ before: 'fin' })).toMatchObject({ before: 'fin' })
    expect(listHref(SHAPE, read(''), { before: 'fin' })).toBe('?before=fin')
  })

  // shows: B2.13
  it('keeps search, filters, period, order and size between pages, and starts over with another order', () => {
    const query = `?search=a%26b&status=open&product=${ID}&periodo=7d&sort=old&size=50`
    const address = read(`${query}&after=${ID}`)
    expect(listHref(SHAPE, address, { after: ID })).toBe(`${query}&after=${ID}`)
    expect(listHref(SHAPE, address, { sort: 'new' })).toBe(query.replace('&sort=old', ''))
    expect(listHref(SHAPE, read(''))).toBe('?')
  })

  it('distinguishes no matches from an empty list', () => {
    expect(isNarrowed(SHAPE, read(`sort=old&size=50&after=${ID}`))).toBe(false)
    for (const query of ['search=a', 'status=open', `product=${ID}`, 'periodo=7d']) {
      expect(isNarrowed(SHAPE, read(query))).toBe(true)
    }
  })

  it('counts the filters that are set, without the search, the period and defaults', () => {
    expect(selectedCount(SHAPE, read('search=a&periodo=7d&sort=old'))).toBe(0)
    expect(selectedCount(SHAPE, read(`status=open&product=${ID}`))).toBe(2)
    const withDefault = {
      name: 'state',
      label: 'Estado',
      all: 'Todos',
      choices: [{ value: 'new', label: 'Nueva' }],
      initial: 'new',
    }
    const shape: ListShape = { ...SHAPE, filters: [withDefault] }
    expect(selectedCount(shape, readListAddress(shape, new URLSearchParams()))).toBe(0)
    expect(selectedCount(shape, readListAddress(shape, new URLSearchParams('state=all')))).toBe(1)
  })
})

describe('the rows of an export', () => {
  const requested = (query: string) => exportRequest({ searchParams: new URLSearchParams(query) })

  it('are the filtered list, or the selected rows alone, of any date', () => {
    expect(requested('status=open&periodo=7d').url.searchParams.toString()).toBe('status=open&periodo=7d')
    expect(requested('status=open').only).toBeUndefined()
    expect(requested(`row=${ID}&row=x&status=open&periodo=7d`)).toEqual({
      url: { searchParams: new URLSearchParams('periodo=todo') },
      only: [ID],
    })
  })

  it('is no more rows than a page shows, and none for what is no row', () => {
    expect(requested(Array.from({ length: 101 }, () => `row=${ID}`).join('&')).only).toHaveLength(100)
    expect(requested('row=x').only).toEqual([])
  })
})

describe('what a list sends', () => {
  const post = (body: string) =>
    readListPost(
      new Request('https://x.test', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      ['resend', 'close'],
    )

  // shows: B7.3
  it('is of one row by its menu, whatever is selected, or of the selected ones', async () => {
    expect(await post(`one=close+${ID}&row=${ID.replace('a', 'b')}`)).toEqual({
      intent: 'close',
      ids: [ID],
      everything: false,
    })
    expect(await post(`intent=resend&row=${ID}&row=${ID}`)).toEqual({ intent: 'resend', ids: [ID], everything: false })
    expect(await post('intent=resend')).toEqual({ intent: 'resend', ids: [], everything: false })
    expect(await post('intent=resend&todo=on')).toEqual({ intent: 'resend', ids: [], everything: true })
  })

  it.each(['', 'intent=drop', 'one=close+1', 'intent=resend&row=1', `one=x+${ID}`])('is not %j', async body => {
    await expect(post(body)).rejects.toMatchObject({ init: { status: 400 } })
  })

  // shows: B9.2
  it('is of no more rows than a page shows', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => `row=${ID.slice(0, -3)}${String(index).padStart(3, '0')}`)
    await expect(post(`intent=resend&${rows.join('&')}`)).rejects.toMatchObject({ init: { status: 400 } })
  })
})

it('says of a search that it takes the beginning alone, and only then', () => {
  expect(searchedBeginning(null)).toBeUndefined()
  expect(searchedBeginning(` ${'😀'.repeat(100)} `)).toBeUndefined()
  expect(searchedBeginning(`${'a'.repeat(100)}b`)).toBe('Buscamos por los primeros 100 caracteres.')
})
