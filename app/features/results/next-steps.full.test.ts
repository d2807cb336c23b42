import { expect, it } from 'vitest'
import { faultyAdvice, questionnaires } from './advice.test-support.ts'

it.each(questionnaires)('$id gives ten thousand teams no advice below level 3, or at or below what is reached', one => {
  expect(faultyAdvice(one, 10_000)).toEqual([])
})
