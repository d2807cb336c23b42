import { expect, it } from 'vitest'
import { createReadiness } from './watch.ts'

it('asks the database once a second, however many want to know', async () => {
  let time = 0
  let questions = 0
  let isUp = true
  const isReady = createReadiness(
    () => {
      questions += 1
      return Promise.resolve(isUp)
    },
    () => time,
  )
  expect(await Promise.all(Array.from({ length: 1000 }, isReady))).toEqual(Array(1000).fill(true))
  expect(questions).toBe(1)
  isUp = false
  time = 999
  expect(await isReady()).toBe(true)
  time = 1000
  expect(await isReady()).toBe(false)
  expect(questions).toBe(2)
})
