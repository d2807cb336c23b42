import { beforeAll, describe, expect, it } from 'vitest'
import { type AnyList, loadLists } from './support/declared-lists.ts'

// Wide screens have no select of orders: the heads of the table sort.

let lists: AnyList[]

beforeAll(async () => {
  ;({ lists } = await loadLists())
}, 60_000)

describe('the heads of a list', () => {
  it('sort by everything that the list can be sorted by', () => {
    const without = lists.flatMap(({ name, columns, sorts }) => {
      const heads = columns.flatMap(({ key, below }) => [key, below?.key])
      return sorts.filter(({ column, header }) => !heads.includes(header ?? column)).map(({ key }) => `${name} ${key}`)
    })
    expect(without).toEqual([])
  })

  it('of a column for one order alone are those of that order', () => {
    const wrong = lists.flatMap(({ name, columns, sorts }) =>
      columns
        .filter(({ onlyIn }) => onlyIn !== undefined && !sorts.some(({ key }) => key === onlyIn))
        .map(({ key }) => `${name} ${key}`),
    )
    expect(wrong).toEqual([])
  })
})
