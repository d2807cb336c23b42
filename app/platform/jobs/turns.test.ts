import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('a few works run at a time, and beyond a queue the rest is turned away', async () => {
  const inTurn = createTurns(2, 3)
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate.promise
    running -= 1
    return 'done'
  }
  const answers = Array.from({ length: 8 }, () => inTurn(work))
  gate.resolve()
  expect((await Promise.all(answers)).filter(answer => answer === 'done')).toHaveLength(5)
  expect(most).toBe(2)
  expect(await inTurn(async () => 'later')).toBe('later')
})

it('whoever gives the turn away before the end lets the next one begin, once', async () => {
  const inTurn = createTurns(2, 3)
  const printed = Promise.withResolvers<string>()
  const documents = [1, 2].map(() =>
    inTurn(leave => {
      leave()
      leave()
      return printed.promise
    }),
  )
  let running = 0
  let most = 0
  const page = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return 'page'
  }
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => inTurn(page)))).toEqual(Array(5).fill('page'))
  printed.resolve('document')
  expect(await Promise.all(documents)).toEqual(['document', 'document'])
  await Promise.all([1, 2, 3, 4].map(() => inTurn(page)))
  expect(most).toBe(2)
})

it('whoever comes as a place is left does not pass those who wait', async () => {
  const inTurn = createTurns(1, 3)
  const order: string[] = []
  const work = (name: string) => inTurn(async () => void order.push(name))
  const leaving = Promise.withResolvers<() => void>()
  const first = inTurn(leave => {
    leaving.resolve(leave)
    return new Promise<void>(resolve => setImmediate(resolve))
  })
  const second = work('second')
  const leave = await leaving.promise
  leave()
  await Promise.all([work('third'), second, first])
  expect(order).toEqual(['second', 'third'])
})
