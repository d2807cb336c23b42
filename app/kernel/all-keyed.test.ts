import { expect, it } from 'vitest'
import { allKeyed } from './all-keyed.ts'

it('waits for all values and keeps their names', async () => {
  expect(await allKeyed({ first: Promise.resolve(1), second: 'two', third: Promise.resolve(undefined) })).toEqual({
    first: 1,
    second: 'two',
    third: undefined,
  })
  expect(await allKeyed({})).toEqual({})
})

it('fails with the first that fails', async () => {
  const failing = allKeyed({ first: new Promise(() => {}), second: Promise.reject(new Error('no')) })
  await expect(failing).rejects.toThrow('no')
})
