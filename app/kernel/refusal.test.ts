import { expect, it } from 'vitest'
import { Refusal, refuse, refusing } from './refusal.ts'

const violated = (constraint: string) => Object.assign(new Error('violates'), { constraint })

it('has the status of a wrong field, or of a conflict', () => {
  expect(new Refusal('Mal', { field: 'name' })).toMatchObject({ message: 'Mal', field: 'name', status: 400 })
  expect(new Refusal('Ya cambió', { stale: true })).toMatchObject({ status: 409, stale: true })
  expect(() => refuse('Muchos', { status: 429 })).toThrow(expect.objectContaining({ status: 429 }))
})

it('stands for the violation of a constraint, and of no other', async () => {
  const constraints = { codes_key: ['Ya existe', { field: 'code' }] } as const
  const taken = refusing(Promise.reject(violated('codes_key')), constraints)
  await expect(taken).rejects.toMatchObject({ name: 'Refusal', message: 'Ya existe', field: 'code' })
  const other = violated('toString')
  await expect(refusing(Promise.reject(other), constraints)).rejects.toBe(other)
  expect(await refusing(Promise.resolve(1), constraints)).toBe(1)
})
