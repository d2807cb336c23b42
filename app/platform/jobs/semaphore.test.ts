import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

it("limits concurrency, and refuses work beyond the queue's limit", async () => {
  const withSlot = createSemaphore(2, 3)
  let running = 0
  let max = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    max = Math.max(max, running)
    await gate.promise
    running -= 1
    return 'done'
  }
  const answers = Array.from({ length: 8 }, () => withSlot(work))
  gate.resolve()
  expect((await Promise.all(answers)).filter(answer => answer === 'done')).toHaveLength(5)
  expect(max).toBe(2)
  expect(await withSlot(async () => 'later')).toBe('later')
})

it('releasing a slot early starts the next work, once', async () => {
  const withSlot = createSemaphore(2, 3)
  const printed = Promise.withResolvers<string>()
  const documents = [1, 2].map(() =>
    withSlot(leave => {
      leave()
      leave()
      return printed.promise
    }),
  )
  let running = 0
  let max = 0
  const page = async () => {
    running += 1
    max = Math.max(max, running)
    await Promise.resolve()
    running -= 1
    return 'page'
  }
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => withSlot(page)))).toEqual(Array(5).fill('page'))
  printed.resolve('document')
  expect(await Promise.all(documents)).toEqual(['document', 'document'])
  await Promise.all([1, 2, 3, 4].map(() => withSlot(page)))
  expect(max).toBe(2)
})

it('a released slot goes to the queue before newcomers', async () => {
  const withSlot = createSemaphore(1, 3)
  const order: string[] = []
  const work = (name: string) => withSlot(async () => void order.push(name))
  const leaving = Promise.withResolvers<() => void>()
  const first = withSlot(leave => {
    leaving.resolve(leave)
    return new Promise<void>(resolve => setImmediate(resolve))
  })
  const second = work('second')
  const leave = await leaving.promise
  leave()
  await Promise.all([work('third'), second, first])
  expect(order).toEqual(['second', 'third'])
})
